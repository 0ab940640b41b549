import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` finds the server. */
const server = process.env.MATINEE_DEV_SERVER ?? 'http://127.0.0.1:8080';

/**
 * The browser never validates messages: the descriptors of the rules (12 kB of gzip) are left out. What remains is an empty
 * file of the same name, which the other descriptors import; their rules become unknown options that nobody reads.
 */
const withoutRules: Plugin = {
  name: 'without-validation-rules',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/gen/buf/validate/validate_pb.ts')) return;
    const name = 'buf/validate/validate.proto';
    const descriptor = Buffer.concat([Buffer.from([0x0a, name.length]), Buffer.from(name)]).toString('base64');
    return `import { fileDesc } from '@bufbuild/protobuf/codegenv2';
      export const file_buf_validate_validate = /*@__PURE__*/ fileDesc('${descriptor}');`;
  },
};

/** Packages that every screen needs. */
const shared =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store|@tanstack\/[a-z-]+)\//;
/** Parts of them that only screens use which are loaded later: they stay with those. */
const rarely = /\/useBlocker\.js$/;
/** Small parts of ours that nearly every screen draws: in a file each they would take more bytes than they have. */
const parts =
  /web\/src\/(ui\/(class-names|signs\/(skeleton|spinner|empty-state)|buttons\/button|fields\/text-field)|client\/words\/error-text|features\/shell\/(page|failure)\.port)\.tsx?$/;

// Vite reads its configuration from the default export.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [withoutRules, react(), tailwindcss()],
  // 'source' lets @matinee/contract resolve to its TypeScript, so that the web app builds without building the contract first.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  // The manifest is what budget.mjs measures.
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // In kB, before compression: hls.js is the largest, and is loaded when the first HLS stream is. budget.mjs watches what screens load.
    chunkSizeWarningLimit: 600,
    // Every browser that plays our media knows `modulepreload`.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The start page lists every file that its lazy parts need: names would be a third of that list. The manifest has them.
        chunkFileNames: 'assets/[hash].js',
        // What every screen needs is one file: it compresses better than ten, and stays in the cache while our own code changes.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: (id) => shared.test(id) && !rarely.test(id),
            },
            { name: 'parts', test: parts },
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
