#!/usr/bin/env node
/** `matinee`: runs what the build has made of cli/src. */
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  process.stderr.write('Matinee is not built yet: run npm run build, or npm start, which builds it too.\n');
  process.exit(1);
}
