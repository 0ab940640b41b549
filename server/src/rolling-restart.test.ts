/** Three replicas behind nginx, restarted one by one; then Redis is lost for a while, and one replica for good. */
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { roll } from '@matinee/testkit/processes/rolling.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../tools/built.mjs';

const long = 300_000;
const members = 10;
const isReady = hasProgram('nginx') && hasProgram('redis-server') && hasProgram('openssl');

describe.skipIf(!isReady)('three replicas', () => {
  beforeAll(() => ensureBuilt(), long);

  test(
    '[TR113] members come back by themselves, and nothing is lost, doubled or out of order',
    async () => {
      const { gapsMs, acknowledged, ...faults } = await roll('nginx', members);
      expect(faults).toEqual({ lost: 0, doubled: 0, outOfOrder: 0 });
      expect(acknowledged).toBeGreaterThan(members * 12);
      // Each replica was away once, and each member was on one of them.
      expect(gapsMs.length).toBeGreaterThanOrEqual(members);
    },
    long,
  );
});
