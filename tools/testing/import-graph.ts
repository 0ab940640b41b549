/** Reads which file of the tree imports which. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** For each file, relative to the root, the files that import it. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>;

const workspaces = ['contract', 'subtitles', 'server', 'cli', 'testkit', 'web', 'bench'];
/** The specifiers of static and dynamic imports, of exports from elsewhere, and of files beside that workers run. */
const specifiers = /\b(?:from|import)\s*\(?\s*'([^'\n]+)'|\bnew URL\(\s*'(\.[^'\n]+)'/g;
/** Imports of types alone. On the server they tell what is passed in; in the page they say little. */
const typeImports = /^(?:import|export) type [^']+'[^'\n]+'/gm;

/** Reads the imports of all sources at `root`. Those of packages are left out. */
export function readImporters(root: string): Importers {
  const importers = new Map<string, Set<string>>();
  for (const file of sourcesOf(root)) {
    for (const imported of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      const known = importers.get(imported);
      if (known) known.add(file);
      else importers.set(imported, new Set([file]));
    }
  }
  return importers;
}

function sourcesOf(root: string): string[] {
  return [...workspaces.map((workspace) => `${workspace}/src`), 'tools']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(tsx?|mjs)$/.test(path));
}

/** The files of the tree that `file` with this text imports; those of the page without what they import for types. */
export function importsOf(file: string, text: string): string[] {
  return [...(file.startsWith('web/') ? text.replace(typeImports, '') : text).matchAll(specifiers)]
    .map(([, imported, beside]) => targetOf(file, imported ?? beside ?? ''))
    .filter((target) => target !== undefined);
}

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier)).replaceAll('\\', '/');
  const own = /^@matinee\/([a-z]+)\/(.+)$/.exec(specifier);
  return own ? `${own[1]}/src/${own[2]}` : undefined;
}
