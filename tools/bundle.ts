/**
 * Bundles a program with the packages that it uses into a few files. Reading a thousand modules one by one is most of
 * the cost of a start (1.1 s of CPU against 0.5 s), and bundled packages need not be installed where it runs.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Globals that CommonJS packages expect. */
const banner = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url);
const __filename = new URL(import.meta.url).pathname;
const __dirname = new URL('.', import.meta.url).pathname;`;

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
 * Bundles `src/<entry>.ts` of a workspace, for each of `entries`. Afterwards `dist/<entry>.js` loads all that it needs.
 */
export async function bundleProgram(workspace: string, entries: readonly string[]): Promise<void> {
  const [sources, dist] = [join(workspace, 'src'), join(workspace, 'dist')];
  const folder = join(dist, 'bundle');
  await build({
    entryPoints: entries.map((entry) => join(sources, `${entry}.ts`)),
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    external: readExternal(workspace),
    banner: { js: banner },
    plugins: [ownUrls(sources, dist, folder)],
    logLevel: 'warning',
  });
  for (const entry of entries) {
    const file = join(dist, `${entry}.js`);
    mkdirSync(dirname(file), { recursive: true });
    const bundled = relative(dirname(file), join(folder, `${basename(entry)}.js`));
    writeFileSync(file, `import '${bundled.startsWith('.') ? bundled : `./${bundled}`}';\n`);
  }
}
