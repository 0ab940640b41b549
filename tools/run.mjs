/**
 * `node tools/run.mjs check …` runs `tools/check.ts`, also in a fresh clone, where it first installs the npm packages.
 * It is plain JavaScript that old versions of Node can read too.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { refuseOldNode } from './setup/node-version.mjs';

async function run([node, , name, ...args]) {
  const { prepare } = await import('./setup/prepare.mjs');
  if (!(await prepare('check'))) return;
  // It needs packages, so it is loaded after their installation.
  const { bundle } = await import('./bundled.mjs');
  const tool = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const file = await bundle(tool);
  process.argv = [node, tool, ...args];
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(file).href);
}

refuseOldNode();
run(process.argv);
