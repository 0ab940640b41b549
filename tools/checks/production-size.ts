/**
 * Measures the packages that `npm ci --omit=dev` installs: those that are not in the bundle of the server and command
 * line.
 */
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The most that they may have together, in MB. The embedded PostgreSQL has 59 of them, the library for pictures 19. */
const most = 110;

interface LockedPackage {
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Bytes of the files below `folder`. Packages inside of packages are in the lock file by themselves. */
function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? bytesBelow(path) : lstatSync(path).size;
  }
  return bytes;
}

/** Production packages that are installed in `root`, largest first, with their size in MB. */
function productionPackages(root: string): { readonly name: string; readonly megabytes: number }[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link && existsSync(join(root, path)))
    .map(([path]) => ({ name: path.replace('node_modules/', ''), megabytes: bytesBelow(join(root, path)) / 1e6 }))
    .sort((one, other) => other.megabytes - one.megabytes);
}

/** Faults of their size, a line each. */
export function productionFaults(root: string, mostMegabytes = most): string[] {
  const found = productionPackages(root);
  const sum = found.reduce((total, { megabytes }) => total + megabytes, 0);
  if (sum <= mostMegabytes) return [];
  const largest = found.slice(0, 8).map(({ name, megabytes }) => `${name} ${Math.round(megabytes)}`);
  return [
    `a production install has ${Math.round(sum)} MB, ${mostMegabytes} at most: ${largest.join(', ')}. ` +
      'What the bundle takes in belongs in devDependencies, see tools/bundle.ts\n',
  ];
}
