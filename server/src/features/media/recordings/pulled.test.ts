/** A stream from elsewhere is recorded, also when nobody watches it any more. */
import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePullRoom, type PullRoom, type Source, startSource } from '../pull/pull.fixture.ts';

/** How often a process looks which pulls nobody reads. */
const lookEveryMs = 5_000;

const clock = makeJumpingClock();
let server: TestServer;
let source: Source;
let place: PullRoom;

beforeAll(async () => {
  server = await startTestServer({ clock });
  source = await startSource();
  place = await makePullRoom(server);
});
afterAll(async () => {
  source.stop();
  await server.stop();
});

const ask = (call: string, request: object) =>
  server.ok({ call: `RoomService.${call}`, token: place.owner.token, room: place.room, request: request as never });

/** Lets 20 seconds pass in which the source sends, longer than an unread stream is pulled. */
async function passTime(fromMs: number): Promise<void> {
  for (let ms = fromMs; ms < fromMs + 20_000; ms += 4_000) {
    source.sendSecond(ms);
    clock.jump(4_000);
    const now = new Date(clock.nowMs());
    const heard = 'SELECT 1 FROM live_streams WHERE beat_at >= $1';
    await until('the stream is still heard', async () => (await server.sql(heard, [now])).length > 0);
  }
  clock.runEvery(lookEveryMs);
}

test('[REC1] [REC6] [PUL1] it is pulled on for as long as it is recorded, and becomes an item', async () => {
  const mediaId = await place.add(`${source.url}/live.flv`);
  const { flv } = await place.urls(mediaId);
  const { recording } = await ask('StartRoomRecording', { media_id: mediaId });
  expect(recording.state).toBe('waiting');
  const viewer = (await fetch(flv)).body!.getReader();
  await viewer.read();
  const info = () => ask('GetRoomStreamInfo', { media_id: mediaId });
  await until('it is recorded', async () => (await info()).recording?.state === 'recording');
  expect((await info()).may_record).toBe(true);
  await viewer.cancel();
  await passTime(1_000);
  await passTime(21_000);
  expect(source.open.size).toBe(1);
  await ask('StopRoomRecording', { media_id: mediaId });
  const item = await until('it is an item', async () => {
    const { media } = await ask('ListPlaylistItems', {});
    return media.find((one: { source: object }) => 'recording' in one.source);
  });
  expect(item.duration_seconds).toBeGreaterThan(30);
  clock.jump(20_000);
  clock.runEvery(lookEveryMs);
  await until('it is pulled no more', () => source.open.size === 0);
});
