/**
 * Runs a bundled program. The build keeps what V8 has compiled of it, so that a start does not compile ten megabytes
 * anew: most of a second of a slow processor. V8 takes no code of another version, other flags or a source of another
 * length; the program is then compiled as usual. So the build makes both anew. It copies this file beside the program.
 */
const { existsSync, readFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');

/** The file with the compiled code of a program, for this version of Node.js and this kind of processor. */
const compiledFile = (program) => `${program}.${process.version}-${process.arch}.compiled`;

/**
 * Runs the program, a CommonJS module in ASCII without `import()`. Returns its script, with code that can be cached.
 */
function run(program) {
  const compiled = compiledFile(program);
  const script = new Script(wrap(readFileSync(program, 'latin1')), {
    filename: program,
    cachedData: existsSync(compiled) ? readFileSync(compiled) : undefined,
  });
  const itself = { exports: {} };
  script.runInThisContext()(itself.exports, createRequire(program), itself, program, dirname(program));
  return script;
}

module.exports = { compiledFile, run };
