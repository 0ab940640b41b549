import { defineConfig } from 'vitest/config';
import { memoryFolder } from './tools/testing/memory-folder.ts';
import { preparedModules } from './tools/testing/prepared-modules.ts';
import { excludedGlobs, testGlobs } from './tools/testing/test-files.ts';

export default defineConfig({
  // How long each file takes, by which the next run puts them in order. `npm ci` deletes what is in node_modules.
  cacheDir: '.cache/vite',
  plugins: [preparedModules],
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: [...testGlobs],
    exclude: [...excludedGlobs],
    globalSetup: 'tools/testing/set-up.ts',
    setupFiles: ['tools/testing/each-file.ts'],
    ...(memoryFolder === undefined ? {} : { env: { TMPDIR: memoryFolder, TEST_RUN_FOLDER: memoryFolder } }),
    server: { deps: { external: [/\/\.tests\//] } },
    // One more than the cores of a usual machine: a third of its time a test waits, for a film, a picture or a timer.
    maxWorkers: 3,
    // A process reads modules, and starts a browser and a database, once for many files. Tests leave nothing behind in
    // it: no fake timers, no changed environment.
    isolate: false,
    // No test is about time: what takes so long hangs, also on a machine that is slow and busy.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
});
