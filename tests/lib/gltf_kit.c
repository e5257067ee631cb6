#include "gltf_kit.h"

Gltf small_scene(Kit *kit)
{
    static const Vec3 positions[] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
    static const Vec3 normals[] = {{-1, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
    static const Vec2 uvs[] = {{0, 0}, {1, 0}, {0, 1}, {0.5f, 0.25f}};
    static const uint32_t indices[] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    static const Vec3 growth[] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 2, 0}};
    static const uint8_t joints[][4] = {{0}, {0}, {0}, {1}};
    static const float weights[][4] = {{1}, {1}, {1}, {1}};
    static const float inverse[2][16] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                                         {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1}};
    static const float times[] = {0, 0.5f, 1}, sizes[] = {0, 1, 0};
    static const float turns[] = {0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1};
    static GltfTarget targets[] = {{growth, NULL}};
    static float target_weights[] = {0.25f};
    static Text target_names[] = {{"height", 6}};
    static int32_t joint_nodes[] = {1, 2};
    static GltfPrimitive primitives[2];
    static GltfMesh meshes[2];
    static GltfSkin skins[1];
    static GltfNode nodes[5];
    static GltfChannel channels[2];
    static GltfAnimation animations[1];
    static GltfMaterial materials[2];
    static GltfImage images[1];
    static GltfCamera cameras[1];
    static GltfLight lights[1];
    const Image picture = image_new(2, 2, kit->arena);
    *image_at(&picture, 1, 1) = PIXEL(200, 100, 50, 255);
    primitives[0] = (GltfPrimitive){.positions = positions,
                                    .normals = normals,
                                    .uvs = uvs,
                                    .vertex_count = 4,
                                    .indices = indices,
                                    .index_count = 12,
                                    .material = 0,
                                    .targets = targets,
                                    .extras = TEXT("\"group\": 21")};
    primitives[1] = primitives[0];
    primitives[1].joints = joints;
    primitives[1].weights = weights;
    primitives[1].material = 1;
    primitives[1].targets = NULL;
    meshes[0] =
        (GltfMesh){TEXT("body"),          &primitives[0], 1, target_names, target_weights, 1,
                   TEXT("\"texture\": 3")};
    meshes[1] = (GltfMesh){TEXT("skinned"), &primitives[1], 1, NULL, NULL, 0, TEXT("")};
    for (size_t i = 0; i < COUNT_OF(nodes); i++)
        nodes[i] = GLTF_NODE;
    nodes[0].name = TEXT("root");
    nodes[0].translation = (Vec3){0, 1, 0};
    nodes[0].scale = (Vec3){2, 2, 2};
    nodes[0].camera = 0;
    nodes[1].name = TEXT("hp");
    nodes[1].parent = 0;
    nodes[1].mesh = 0;
    nodes[1].extras = TEXT("\"id\": 7, \"offsets\": [1, 2]");
    nodes[2].name = TEXT("hd");
    nodes[2].parent = 1;
    nodes[2].rotation = (Quat){0.70710678f, 0, 0.70710678f, 0};
    nodes[3].name = TEXT("lamp");
    nodes[3].parent = 0;
    nodes[3].light = 0;
    nodes[4].name = TEXT("skinned");
    nodes[4].mesh = 1;
    nodes[4].skin = 0;
    skins[0] = (GltfSkin){TEXT("bones"), joint_nodes, 2, -1, inverse};
    channels[0] = (GltfChannel){1, GLTF_ROTATION, false, times, 3, turns, 4};
    channels[1] = (GltfChannel){1, GLTF_WEIGHTS, false, times, 3, sizes, 1};
    animations[0] = (GltfAnimation){TEXT("cidle"), channels, 2, TEXT("")};
    images[0] = (GltfImage){TEXT("skin"), png_write(&picture, NULL, kit->arena)};
    materials[0] = GLTF_MATERIAL;
    materials[0].name = TEXT("leather");
    materials[0].image = 0;
    materials[0].alpha = GLTF_MASK;
    materials[1] = GLTF_MATERIAL;
    materials[1].name = TEXT("water");
    materials[1].alpha = GLTF_BLEND;
    materials[1].colour[3] = 0.5f;
    materials[1].double_sided = true;
    cameras[0] = (GltfCamera){TEXT("view"), 1, 0.1f, 100};
    lights[0] = (GltfLight){TEXT("lamp"), {1, 0.5f, 0.25f}, 10, 20};
    return (Gltf){nodes,   5, meshes,    2, skins,         1,
                  images,  1, materials, 2, animations,    1,
                  cameras, 1, lights,    1, TEXT("scene"), TEXT("\"a\": 1")};
}
