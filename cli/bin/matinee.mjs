#!/usr/bin/env node
/**
 * `matinee`: runs what the build has made of cli/src. In a checkout it first installs and builds what is missing;
 * `serve` also what is older than its source. Node 14 can read this file, so that it is told that it is too old.
 */
import { existsSync } from 'node:fs';

/** See [CL1]. */
const failedCode = 5;
const setup = new URL('../../tools/setup/', import.meta.url);

/** False: something is missing, and it was said what. Where there are no tools, the build was copied. */
async function isPrepared() {
  if (!existsSync(setup)) return true;
  const { refuseOldNode } = await import(`${setup}node-version.mjs`);
  refuseOldNode();
  const { prepare } = await import(`${setup}prepare.mjs`);
  return prepare(process.argv[2] === 'serve' ? 'run' : 'operate', failedCode);
}

isPrepared().then((isReady) => (isReady ? import('../dist/main.js') : undefined));
