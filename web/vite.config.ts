import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the server. */
const server = process.env.MATINEE_DEV_SERVER ?? 'http://127.0.0.1:8080';

// Vite reads its configuration from the default export.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss()],
  // 'source' lets @matinee/contract resolve to its TypeScript, so that the web app builds without building the contract first.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  // The manifest is what budget.mjs measures.
  build: { outDir: 'dist', manifest: true, target: 'es2022', assetsInlineLimit: 0 },
  server: {
    proxy: {
      '/api': server,
      '/health': server,
      '/ws': { target: server, ws: true },
    },
  },
});
