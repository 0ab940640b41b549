import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { productionFaults } from './production-size.ts';

test('packages that run count, with those inside of them, and those that build do not', () => {
  const root = mkdtempSync(join(tmpdir(), 'matinee-size-'));
  const write = (path: string, megabytes: number) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), Buffer.alloc(megabytes * 1e6));
  };
  try {
    write('node_modules/run/lib/code.js', 3);
    write('node_modules/run/node_modules/inner/code.js', 1);
    write('node_modules/build/code.js', 5);
    const packages = {
      '': {},
      'node_modules/run': {},
      'node_modules/run/node_modules/inner': {},
      'node_modules/build': { dev: true },
      'node_modules/of-another-system': {},
    };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
    expect(productionFaults(root, 4)).toEqual([]);
    expect(productionFaults(root, 3)[0]).toMatch(/^a production install has 4 MB, 3 at most: run 3, run\/.*inner 1\./);
  } finally {
    rmSync(root, { recursive: true });
  }
});
