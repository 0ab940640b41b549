import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['tools/new-feature/new-feature.test.ts'] } });
