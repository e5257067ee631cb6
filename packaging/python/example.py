# %% [markdown]
# # A tour of oisin
# Run it as a program (`python3 example.py FOLDER`), or cell by cell in an editor that knows `# %%`.

# %% A project, built
import pathlib
import sys

import oisin

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "tour")
folder.mkdir(parents=True, exist_ok=True)
print("liboisin", oisin.version())
oisin.new_project(folder / "game")
oisin.build(folder / "game")

# %% What is in the game
with oisin.open(folder / "game/game.tng") as game:
    print(game.title, game.format, len(game), "files")
    print([name for name in game if name.endswith(".png")][:3])
    records = game.records()
    print(len(records["sections"]), "sections")

# %% Its map as an image
oisin.convert(folder / "game/game.tng", folder / "map.png", map="meadow")
picture = oisin.open(folder / "map.png").pictures[0]
print(picture, "first pixel", tuple(picture.data[:4]))

# %% Errors have codes and places
(folder / "game/dialogs/sign.dlg").write_text("x")
for problem in oisin.check(folder / "game"):
    print(problem.code.name, problem)

# %% Play for ten seconds, and save
with oisin.world(folder / "game/game.tng", seed=7, skip_menu=True) as world:
    for _ in range(10 * world.rate):
        world.tick(direction="east")
    print(world.place, world.attribute("hp"), "hit points")
    saved = world.save()
    frame = world.picture(320, 240)
with oisin.world(folder / "game/game.tng", saved=saved) as world:
    print("continued at", world.place)

# %% In numpy and Pillow, if they are installed
try:
    import numpy
    from PIL import Image

    print("mean colour", numpy.asarray(frame)[..., :3].mean(axis=(0, 1)))
    Image.frombytes("RGBA", frame.size, frame.data).save(folder / "frame.png")
except ImportError:
    print("numpy or Pillow is not installed")
