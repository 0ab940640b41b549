import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bundleCompiled } from './bundle.ts';

const workspace = mkdtempSync(join(tmpdir(), 'matinee-bundle-'));
afterAll(() => rmSync(workspace, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), text);
}

test('a compiled program has the exports of packages outside, its own address, and what it loads later', async () => {
  write(
    'package.json',
    '{ "type": "module", "dependencies": { "only-default": "1", "with-names": "1", "common": "1" } }',
  );
  for (const [name, type, text] of [
    ['only-default', 'module', 'export default () => "default";'],
    ['with-names', 'module', 'export const named = "named"; export default 1;'],
    ['common', 'commonjs', 'module.exports = { one: "one" };'],
  ] as const) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, type, main: 'index.js' }));
    write(`node_modules/${name}/index.js`, text);
  }
  write('src/later/part.ts', 'export const place: string = import.meta.url;');
  write(
    'src/main.ts',
    `import common, { one } from 'common';
    import onlyDefault from 'only-default';
    import { named } from 'with-names';
    import('./later/part.ts').then(async ({ place }) => {
      const { named: later } = await import('with-names');
      console.log([onlyDefault(), named, one, common.one, later, place.split('/').slice(-3).join('/')].join());
    });`,
  );
  await bundleCompiled(workspace, 'main', []);

  const said = execFileSync(process.execPath, [join(workspace, 'dist/main.js')], { encoding: 'utf8', timeout: 60_000 });
  expect(said).toBe('default,named,one,one,named,dist/later/part.js\n');
});
