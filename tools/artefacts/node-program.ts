/** Fetches the program `node` of a platform, from the npm package that brings it. */
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Skipped } from './context.ts';
import type { Platform } from './platforms.ts';
import { run } from './run.ts';

/** Writes the program and its licence into `folder`. npm has compared the package with the digest of the registry. */
export function bringNode({ node }: Platform, folder: string): void {
  const packed = mkdtempSync(join(tmpdir(), 'matinee-node-'));
  const wanted = `${node.package}@${node.version}`;
  try {
    try {
      run('npm', ['pack', '--silent', '--prefer-offline', wanted], { cwd: packed });
    } catch (cause) {
      throw new Skipped(`${wanted} cannot be had: ${(cause as Error).message.split('\n')[1] ?? 'no answer'}`);
    }
    const [archive] = readdirSync(packed);
    run('tar', ['--extract', '--file', archive!, 'package/bin/node', 'package/LICENSE'], { cwd: packed });
    copyFileSync(join(packed, 'package/bin/node'), join(folder, 'node'));
    chmodSync(join(folder, 'node'), 0o755);
    copyFileSync(join(packed, 'package/LICENSE'), join(folder, 'LICENSE.node'));
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}
