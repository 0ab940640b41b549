import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { languages as names } from '../contract/src/languages.ts';
import { directIcons } from './direct-icons.ts';
import { findStandIns, onlyFile } from './feature-files.ts';
import { makeScreenGroups } from './screen-groups.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where `npm run dev` finds the server. */
const server = process.env.MATINEE_DEV_SERVER ?? 'http://127.0.0.1:8080';

/** Loads `app/early.ts` by a tag of its own, before everything else: it asks for what the first screen needs. */
const earlyScript: Plugin = {
  name: 'early-script',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle }) {
      // While developing there is no bundle, and main.tsx imports it.
      const early = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === 'early');
      if (early === undefined) return [];
      // `async`: a module script without it would wait for the styles.
      const attrs = { type: 'module', async: true, crossorigin: true, src: `/${early.fileName}` };
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
    },
  },
};

/**
 * Files that the service worker does not keep. Fonts, WebAssembly and the decoder that has it inside take megabytes, and
 * few devices ask for them.
 */
const notKept = /\.(map|woff2|wasm)$|\/ac3-decoder-/;

/** The language whose readers alone need these modules; undefined: all do. */
function languageOf(moduleIds: readonly string[]): string | undefined {
  const languages = new Set(moduleIds.map((id) => /[./]([\w-]+)\.(?:json|ts)$/.exec(id)?.[1]));
  const [language] = languages;
  return languages.size === 1 && language !== undefined && language in names ? language : undefined;
}

/** Writes the id of the build into the service worker and the page, and the list of its files into the worker. */
const buildId: Plugin = {
  name: 'build-id',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const worker = bundle['sw.js'];
      const page = bundle['index.html'];
      if (worker?.type !== 'chunk' || page?.type !== 'asset')
        throw new Error('the build has no sw.js or no index.html');
      const all = Object.values(bundle).filter(
        ({ fileName }) => fileName.startsWith('assets/') && !notKept.test(fileName),
      );
      const inLanguage = (language: string | undefined) =>
        all
          .filter((file) => (file.type === 'chunk' ? languageOf(file.moduleIds) : undefined) === language)
          .map(({ fileName }) => fileName)
          .sort();
      const files = inLanguage(undefined);
      const languages = Object.fromEntries(Object.keys(names).map((language) => [language, inLanguage(language)]));
      const hash = createHash('sha256')
        .update(
          all
            .map(({ fileName }) => fileName)
            .sort()
            .join(),
        )
        .update(worker.code)
        .update(page.source);
      const id = hash.digest('hex').slice(0, 16);
      // The minifier chooses the quotes.
      worker.code = worker.code.replace(
        /(["'`])__MATINEE_BUILD__\1/,
        JSON.stringify(JSON.stringify({ id, files, languages })),
      );
      page.source = String(page.source).replace(
        'name="matinee-build" content=""',
        `name="matinee-build" content="${id}"`,
      );
    },
  },
};

/** Packages that every screen needs, and what both a screen and a group below would take. */
const shared =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/[a-z-]+)\/|contract\/src\/film-ending\.ts$/;
/** Parts of `shared` that only later screens use. They stay with those screens. */
const rarely = /\/infiniteQueryObserver\.js$|@tanstack\/(react-virtual|virtual-core)\//;
/** Parts of `shared` that a few later screens use. They are one file. */
const rare = /\/(useBlocker|useQueries|queriesObserver)\.js$/;
const screenGroups = makeScreenGroups();

// Vite reads its configuration from the default export.
export default defineConfig({
  root: here('.'),
  plugins: [directIcons(), earlyScript, react(), tailwindcss(), screenGroups.plugin, buildId],
  // 'source' lets @matinee/contract resolve to its TypeScript, so that the web app builds without building the contract
  // first.
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production'],
    alias: findStandIns(),
  },
  // Files name each other relative to their own addresses, so that the app works under every path. The page is served
  // at addresses of every depth, so it names files from the root, and the server puts the path before them.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  // What a worker rarely needs is a file of its own.
  worker: { format: 'es' },
  // budget.mjs reads the manifest.
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // In kB, before compression. hls.js is the largest file; it loads with the first HLS stream. budget.mjs checks what
    // screens load.
    chunkSizeWarningLimit: 600,
    // Every browser that plays our media knows `modulepreload`.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: here('index.html'),
        early: here('src/app/early.ts'),
        sw: onlyFile('service-worker.ts'),
      },
      output: {
        // The start page lists every file that its lazy parts need. Names would be a third of that list. The manifest
        // has the names.
        chunkFileNames: 'assets/[hash].js',
        // A service worker controls the addresses below its own, and browsers check for updates by its name.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // Packages that every screen needs are one file. It compresses better than ten, and stays in the cache while
        // our code changes.
        codeSplitting: {
          // A group also takes the imports of its modules, unless a group of higher priority has them.
          groups: [
            { name: 'base', test: (id) => shared.test(id) && !rarely.test(id) && !rare.test(id), priority: 4 },
            { name: 'rare', test: rare, priority: 3.8 },
            // What reads names of films loads after a screen that shows one, and without the screens that need it at once.
            { name: 'titles', test: /contract\/src\/titles\//, priority: 3.5 },
            ...screenGroups.groups,
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/health': server,
      '/ws': { target: server, ws: true },
    },
  },
});
