/**
 * Bundles a tool with all of our modules that it uses. Some generators import the whole server, and loading a
 * thousand TypeScript modules one by one takes five times as long.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Makes modules find the files beside them, although the code now runs from elsewhere. */
const ownUrls = {
  name: 'own urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const contents = text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/** Packages stay where they are. The workspaces are packages as well, but their sources are ours and are bundled. */
const packages = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@matinee/') ? undefined : { path, external: true },
    );
  },
};

/** Bundles the module `entry`. @returns a file that removes itself when it runs */
export async function bundle(entry) {
  const folder = join(root, '.cache/tools');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${basename(entry, '.ts')}-${process.pid}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    sourcemap: 'inline',
    sourcesContent: false,
    banner: {
      js: "import { rmSync as removeThisBundle } from 'node:fs';\nremoveThisBundle(new URL(import.meta.url));",
    },
    plugins: [packages, ownUrls],
    logLevel: 'warning',
  });
  await stop();
  return outfile;
}
