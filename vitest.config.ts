import { defineConfig } from 'vitest/config';
import { preparedModules } from './tools/tests/prepared-modules.ts';

const all = ['{contract,server,cli,testkit,web,bench}/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'];
// Reading the server's modules takes longer than most of these files, so a process reads them once for many files. They leave nothing behind
// in the process: no fake timers, no changed environment.
const sharing = ['server/src/**/*.test.ts', 'web/src/**/*.browser.test.ts'];

export default defineConfig({
  plugins: [preparedModules],
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    globalSetup: 'tools/tests/set-up.ts',
    server: { deps: { external: [/\/\.tests\//] } },
    maxWorkers: 2,
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sharing',
          include: sharing,
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: all, exclude: [...sharing, '**/node_modules/**'], sequence: { groupOrder: 1 } },
      },
    ],
  },
});
