import { expect, test, vi } from 'vitest';
import { openSwarm } from './open-swarm.ts';

test('[WSW3] servers that were not to be had are asked for again for the next peer, and then no more', async () => {
  const call = vi.fn(async () => ({ servers: [{ urls: ['stun:a.example'] }] }));
  call.mockRejectedValueOnce(new Error('lost'));
  const swarm = openSwarm({ api: { call }, roomId: 'room_1' } as never, {} as never);
  await swarm.configuration();
  const known = { iceServers: [{ urls: ['stun:a.example'] }] };
  expect([await swarm.configuration(), await swarm.configuration()]).toEqual([known, known]);
  expect(call).toHaveBeenCalledTimes(2);
});
