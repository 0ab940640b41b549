/** Archives that bring their Node: unpack, and run `./matinee serve`. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, Skipped } from './context.ts';
import { bringNode } from './node-program.ts';
import { type Platform, platforms } from './platforms.ts';
import { layOutProduction } from './production.ts';
import { packReproducibly } from './tar.ts';

/** The files in an archive beside the server: the start script, and files for a manual installation. */
const extras = { 'deploy/archive/matinee': 'matinee', 'deploy/archive/README.txt': 'README.txt' };
const forLinux = { 'deploy/systemd': 'systemd' };

export function makeArchives(context: Context): readonly string[] {
  return platforms.flatMap((platform) => {
    try {
      return [makeArchive(context, platform)];
    } catch (cause) {
      if (!(cause instanceof Skipped)) throw cause;
      context.skip(`archive for ${platform.name}`, cause.message);
      return [];
    }
  });
}

function makeArchive({ root, target, release }: Context, platform: Platform): string {
  const name = `matinee-${release.version}-${platform.name}`;
  const work = mkdtempSync(join(tmpdir(), 'matinee-archive-'));
  try {
    const tree = join(work, name);
    layOutRelease(root, tree, platform);
    packReproducibly(work, name, join(target, `${name}.tar.gz`), release.createdAt);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return `${name}.tar.gz`;
}

/** The production tree with its Node and the start script. */
export function layOutRelease(root: string, tree: string, platform: Platform): void {
  layOutProduction(root, tree, platform);
  mkdirSync(join(tree, 'node'));
  bringNode(platform, join(tree, 'node'));
  const files = platform.os === 'linux' ? { ...extras, ...forLinux } : extras;
  for (const [from, to] of Object.entries(files)) cpSync(join(root, from), join(tree, to), { recursive: true });
  chmodSync(join(tree, 'matinee'), 0o755);
}
