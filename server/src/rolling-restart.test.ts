/**
 * Three replicas behind nginx, restarted one by one; then Redis is lost for a while, and for good the primary of the
 * database and one replica.
 */
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
      const { gapsMs, silencesMs, acknowledged, lost, doubled, outOfOrder } = await roll('nginx', members);
      expect({ lost, doubled, outOfOrder }).toEqual({ lost: 0, doubled: 0, outOfOrder: 0 });
      expect(acknowledged).toBeGreaterThan(members * 14);
      // Everybody wrote while the database was lost.
      expect(silencesMs).toHaveLength(members);
      // Each replica was away once, and each member was on one of them.
      expect(gapsMs.length).toBeGreaterThanOrEqual(members);
    },
    long,
  );
});
