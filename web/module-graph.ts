import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The modules of the app, and what they load. */
export interface Graph {
  readonly ids: readonly string[];
  readonly isEntry: (id: string) => boolean;
  /** Modules that load with a module. */
  readonly imports: (id: string) => readonly string[];
  /** Modules that a module loads later. */
  readonly loads: (id: string) => readonly string[];
  /** Those of them that a screen draws without a press, as soon as it is shown. */
  readonly loadsSoon: (id: string) => readonly string[];
}

const soon = /\b(?:whenLoaded|soon|soonCode)\(\s*\(\) =>\s*import\('([^']+)'\)/g;

/** The modules that a module loads by `whenLoaded`, `soon` or `soonCode`. */
export function loadsSoon(id: string): string[] {
  if (!/web\/src\/.*\.tsx?$/.test(id)) return [];
  return [...readFileSync(id, 'utf8').matchAll(soon)].map(([, path]) => resolve(id, '..', path!));
}
