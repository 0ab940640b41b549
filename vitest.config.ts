import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['{contract,server,cli,testkit,web,bench}/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
    maxWorkers: 2,
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
