import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const features = fileURLToPath(new URL('src/features', import.meta.url));
const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).map((file) => join(features, file));

/** The file of this name in the folder of a feature. @throws Error when no feature has it, or several have. */
export function onlyFile(name: string): string {
  const [found, second] = files.filter((file) => basename(file) === name);
  if (!found || second) throw new Error(`${found ? 'several features have' : 'no feature has'} a ${name}`);
  return found;
}

/** Modules of features that replace a package, by its name: `stand-ins/PACKAGE.ts`. */
export function findStandIns(): Record<string, string> {
  const found = files.filter((file) => basename(dirname(file)) === 'stand-ins' && /^[^.]+\.ts$/.test(basename(file)));
  return Object.fromEntries(found.map((file) => [basename(file, '.ts'), file]));
}
