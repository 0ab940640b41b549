/** Two server processes on one PostgreSQL and one Redis. The page that gives a file is at the one, its viewer at the other. */
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { startTwoProcesses, type TwoProcesses } from '@matinee/testkit/processes/two-processes.ts';
import { openSocket } from '@matinee/testkit/socket-client.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../../../tools/built.mjs';
import { answerAll, bytesOf, give, readRange, sourceOf } from './member-files.fixture.ts';

const long = 120_000;
let both: TwoProcesses;

describe.skipIf(!hasProgram('redis-server'))('two processes', () => {
  beforeAll(async () => {
    ensureBuilt();
    both = await startTwoProcesses(['outbound.allowed_networks=127.0.0.0/8', 'media_probe.enabled=false']);
  }, long);
  afterAll(() => both?.stop(), long);

  test(
    '[MFL6] a file reaches viewers at another process than its page, and ends with the process of the page',
    async () => {
      const { first, second, ok, token } = both;
      const film = bytesOf(10_500_000, 4);
      const { room } = await ok('UserService.CreateRoom', { name: 'Room' });
      const { media } = await ok('RoomService.AddMedia', { source: sourceOf(film) }, room.id);
      await ok('RoomService.StartPlayback', { media_id: media.id, paused: true }, room.id);
      const { ticket } = await ok('RoomService.CreateWebSocketTicket', {}, room.id, second);
      const page = await openSocket(`${second.url.replace('http', 'ws')}/ws/rooms/${room.id}?ticket=${ticket}`);
      expect(await give(page, media.id)).toBeUndefined();
      const sent = answerAll(page, second, room.id, { token }, film);

      const { playback } = await ok('RoomService.GetPlayback', {}, room.id);
      const url = new URL(playback.playback_infos.proxied.medias[0].url, first.url).href;
      const bytes = async (range: string) => Buffer.from(await (await readRange(url, range)).arrayBuffer());
      expect((await bytes('2097000-2097300')).equals(film.subarray(2_097_000, 2_097_301))).toBe(true);
      // What stands next may be read ahead.
      expect([2, 3]).toContain(sent.pieces);

      await both.killSecond();
      // What is at the first process plays on.
      expect((await bytes('100-199')).equals(film.subarray(100, 200))).toBe(true);
      await expect(bytes('9500000-9500099')).rejects.toThrow();
    },
    long,
  );
});
