// node tools/validate_gltf.js FILE.glb...: the Khronos validator over each file (npm package
// gltf-validator, found through NODE_PATH). Exit status 1 if a file has an error or a warning,
// 3 if the validator is not installed.
'use strict';
const fs = require('fs');
let validator;
try {
    validator = require('gltf-validator');
} catch (error) {
    console.log('gltf-validator is not installed');
    process.exit(3);
}
(async () => {
    let bad = false;
    for (const file of process.argv.slice(2)) {
        const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)));
        const { numErrors, numWarnings, numInfos } = report.issues;
        for (const message of report.issues.messages)
            if (message.severity < 2 || process.env.GLTF_INFOS)
                console.log(`${file}: ${message.code}: ${message.message} ${message.pointer || ''}`);
        const { totalTriangleCount, animationCount, drawCallCount } = report.info;
        console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} notes; ` +
            `${totalTriangleCount} triangles, ${animationCount} animations, ${drawCallCount} draws`);
        bad = bad || numErrors + numWarnings > 0;
    }
    process.exit(bad ? 1 : 0);
})();
