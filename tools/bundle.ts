/**
 * Bundles a program with the packages that it uses into a few files. Reading a thousand modules one by one is most of
 * the cost of a start (1.1 s of CPU against 0.5 s), and bundled packages need not be installed where it runs.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/** Globals that CommonJS packages expect. */
const banner = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url);
const __filename = new URL(import.meta.url).pathname;
const __dirname = new URL('.', import.meta.url).pathname;`;

/** Text of the file that runs a compiled program. */
const compiledEntry = `import { fileURLToPath } from 'node:url';
import compiled from './bundle/compiled.cjs';
compiled.run(fileURLToPath(new URL('PROGRAM', import.meta.url)));
`;

/**
 * Makes our modules find the files beside them: `src/a/b.ts` takes itself for `dist/a/b.js`, although its code runs
 * from `folder`.
 */
const ownUrls = (sources: string, dist: string, folder: string): Plugin => ({
  name: 'own urls',
  setup(bundle) {
    bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(`${sources}/`)) return undefined;
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const place = join(dist, relative(sources, path)).replace(/\.ts$/, '.js');
      const url = `new URL(${JSON.stringify(relative(folder, place))}, import.meta.url).href`;
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
});

/**
 * Packages that stay outside: they look for files beside their own code, or are not written in JavaScript. They are the
 * `dependencies` of the workspace. Bundled packages are among its `devDependencies`.
 */
function readExternal(workspace: string): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
  return Object.keys(dependencies);
}

/**
 * Gives code that became CommonJS the default export of ES module packages: its `require` returns the namespace
 * object instead.
 */
const defaultsOf = (packages: readonly string[]): Plugin => ({
  name: 'defaults of packages',
  setup(bundle) {
    bundle.onResolve({ filter: /.*/ }, ({ path, kind }) =>
      (kind === 'import-statement' || kind === 'dynamic-import') && packages.includes(path)
        ? { path, namespace: 'outside' }
        : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: 'outside' }, ({ path }) => ({
      contents: `const found = require(${JSON.stringify(path)});
        const names = Object.keys(found).filter((name) => name !== '__esModule');
        module.exports = names.join() === 'default' ? found.default : found;`,
    }));
  },
});

/** The options that all bundles share. */
function options(workspace: string, folder: string, entries: readonly string[]): BuildOptions {
  return {
    entryPoints: entries.map((entry) => join(workspace, 'src', `${entry}.ts`)),
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    external: readExternal(workspace),
    plugins: [ownUrls(join(workspace, 'src'), join(workspace, 'dist'), folder)],
    logLevel: 'warning',
  };
}

/** Writes `dist/<entry>.js`, which loads the bundle by `text`: code with `PROGRAM` for its address. */
function writeEntry(dist: string, entry: string, text: string, program: string): void {
  const file = join(dist, `${entry}.js`);
  mkdirSync(dirname(file), { recursive: true });
  const bundled = relative(dirname(file), join(dist, 'bundle', program));
  writeFileSync(file, text.replaceAll('PROGRAM', bundled.startsWith('.') ? bundled : `./${bundled}`));
}

/**
 * Bundles `src/<entry>.ts` of a workspace, for each of `entries`. Afterwards `dist/<entry>.js` loads all that it needs.
 */
export async function bundleProgram(workspace: string, entries: readonly string[]): Promise<void> {
  const dist = join(workspace, 'dist');
  await build({
    ...options(workspace, join(dist, 'bundle'), entries),
    splitting: true,
    format: 'esm',
    banner: { js: banner },
  });
  for (const entry of entries) writeEntry(dist, entry, "import 'PROGRAM';\n", `${basename(entry)}.js`);
}

/**
 * Bundles a large program into one file, and stores V8's compiled code of a run that ends with `words`. Afterwards
 * `dist/<entry>.js` runs the program from that (`compiled.cjs`).
 */
export async function bundleCompiled(workspace: string, entry: string, words: readonly string[]): Promise<void> {
  const dist = join(workspace, 'dist');
  const folder = join(dist, 'bundle');
  const shared = options(workspace, folder, [entry]);
  await build({
    ...shared,
    plugins: [...(shared.plugins ?? []), defaultsOf(readExternal(workspace))],
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    // Cached code cannot use `import()` in Node.js 20.
    supported: { 'dynamic-import': false },
    banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': 'bundleUrl' },
  });
  cpSync(new URL('compiled.cjs', import.meta.url), join(folder, 'compiled.cjs'));
  const keeper = fileURLToPath(new URL('keep-compiled.cjs', import.meta.url));
  const program = `${basename(entry)}.cjs`;
  await promisify(execFile)(process.execPath, [keeper, join(folder, program), ...words]);
  writeEntry(dist, entry, compiledEntry, program);
}
