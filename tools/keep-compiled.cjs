/**
 * `node keep-compiled.cjs PROGRAM [ARGUMENT …]`: runs a bundled program until it ends, and stores the code that V8
 * has compiled by then beside it, for `compiled.cjs`.
 */
const { writeFileSync } = require('node:fs');
const { compiledFile, run } = require('./compiled.cjs');

const [program] = process.argv.splice(2, 1);
const script = run(program);
process.once('exit', () => writeFileSync(compiledFile(program), script.createCachedData()));
