import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['{contract,server,cli,testkit,web,bench}/src/**/*.test.{ts,tsx}'],
    maxWorkers: 2,
    // A machine that is busy with other work delays browsers; a test that fails twice is broken.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
