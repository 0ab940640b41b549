import { defineConfig } from 'vitest/config';
import { preparedModules } from './tools/tests/prepared-modules.ts';

export default defineConfig({
  plugins: [preparedModules],
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['{contract,server,cli,testkit,web,bench}/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
    globalSetup: 'tools/tests/set-up.ts',
    server: { deps: { external: [/\/\.tests\//] } },
    maxWorkers: 2,
    // A process reads modules, and starts a browser and a database, once for many files. Tests leave nothing behind in it: no fake timers, no
    // changed environment.
    isolate: false,
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
