/**
 * Prepares modules for tests. Reading the server's thousand modules through Vite costs each worker of Vitest ten
 * seconds of processor time. So all modules except the tests themselves are turned into JavaScript at once, before the
 * first test, and Node.js loads that directly: `server/src/kernel/ids.ts` becomes `server/.tests/kernel/ids.js`.
 * Relative paths from a module to files beside or above it stay true.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin as BundlerPlugin, build } from 'esbuild';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The workspaces whose modules run in Node.js. */
const workspaces = ['contract', 'subtitles', 'server', 'cli', 'testkit'];
const folder = '.tests';

/** Files beside modules, which the modules read. */
const isRead = (name: string) => name.endsWith('.sql');
/** Tests and their own modules go through Vite. */
const isTest = (name: string) => /\.(test|fixture|rows)\.ts$/.test(name);

/** Path of the JavaScript of a module; undefined for tests and in other workspaces, which have none. */
export function preparedPath(source: string): string | undefined {
  const [workspace = '', src, ...rest] = relative(root, source).split(sep);
  if (src !== 'src' || !workspaces.includes(workspace) || isTest(source) || !source.endsWith('.ts')) return undefined;
  return join(root, workspace, folder, ...rest).replace(/\.ts$/, '.js');
}

/** The module that `specifier` names in a file of `importer`'s folder; undefined for external packages. */
function sourceOf(specifier: string, importer: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(importer), specifier);
  const [, workspace, path] = /^@matinee\/(\w+)\/(.+)$/.exec(specifier) ?? [];
  return workspace === undefined ? undefined : join(root, workspace, 'src', path!);
}

/** Keeps each import, and changes it to the JavaScript of its module. */
const keepImports: BundlerPlugin = {
  name: 'keep imports',
  setup(bundler) {
    bundler.onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return undefined;
      const prepared = preparedPath(sourceOf(path, importer) ?? '');
      if (prepared === undefined) return { path, external: true };
      const place = relative(dirname(preparedPath(importer)!), prepared);
      return { path: place.startsWith('.') ? place : `./${place}`, external: true };
    });
  },
};

/**
 * Makes the JavaScript of all modules, in about a second. Writes only changed files, each of them atomically, so that a
 * test run going on meanwhile finds all of them.
 */
export async function prepareModules(): Promise<void> {
  await Promise.all(workspaces.map(prepareWorkspace));
}

async function prepareWorkspace(workspace: string): Promise<void> {
  const [from, to] = [join(root, workspace, 'src'), join(root, workspace, folder)];
  const sources = readdirSync(from, { recursive: true, encoding: 'utf8' });
  const isModule = (name: string) => preparedPath(join(from, name)) !== undefined && !name.endsWith('.d.ts');
  const { outputFiles } = await build({
    entryPoints: sources.filter(isModule).map((name) => join(from, name)),
    outdir: to,
    outbase: from,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    plugins: [keepImports],
    logLevel: 'warning',
  });
  const wanted = new Map<string, Uint8Array>(outputFiles.map(({ path, contents }) => [path, contents]));
  for (const name of sources.filter(isRead)) wanted.set(join(to, name), readFileSync(join(from, name)));
  for (const [path, contents] of wanted) put(path, contents);
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // Keeps files that end with a number: another run is about to rename them.
    if (entry.isFile() && !wanted.has(path) && !/\.\d+$/.test(path)) rmSync(path, { force: true });
  }
}

function put(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  const own = `${path}.${process.pid}`;
  writeFileSync(own, contents);
  renameSync(own, path);
}

/** Lets tests import the JavaScript instead of the modules, and makes Node.js load it. */
export const preparedModules: Plugin = {
  name: 'prepared-modules',
  enforce: 'pre',
  resolveId(specifier, importer) {
    if (importer === undefined) return undefined;
    const prepared = preparedPath(sourceOf(specifier, importer) ?? '');
    return prepared !== undefined && existsSync(prepared) ? { id: prepared, external: true } : undefined;
  },
};
