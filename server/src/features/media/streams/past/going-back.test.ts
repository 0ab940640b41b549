/** Two replicas on one database: one takes a stream, and a room goes back in it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { faultsOf, faultsOfChange, type ReadSegment, readPlaylist } from '../hls/playlist-rules.fixture.ts';
import { configs, keyFrame, makeStudio, opus, type Sender, type Studio, startRtmpServer } from '../streams.fixture.ts';

const clock = makeJumpingClock();
let taker: TestServer;
let other: TestServer;
let studio: Studio;
let sender: Sender;
let stopSending = (): void => undefined;

beforeAll(async () => {
  taker = await startRtmpServer({ clock, settings: { 'rtmp.dvrMinutes': 1 } });
  other = await startTestServer({ database: taker.database, clock });
});
beforeEach(async () => {
  studio = await makeStudio(taker);
  sender = await studio.goOnAir();
});
afterEach(() => {
  stopSending();
  sender.socket.destroy();
});
afterAll(async () => {
  await other.stop();
  await taker.stop();
});

/** Sends seconds of a film with a key frame each second. */
function film(seconds: number, fromMs = 0): void {
  for (let ms = fromMs; ms < fromMs + seconds * 1_000; ms += 40)
    sender.send('video', ms % 1_000 === 0 ? keyFrame : Buffer.from('27010000000000000265ff', 'hex'), ms);
}

/** A playlist of all that can be gone back in, at a replica. */
async function pastAt({ url: at }: TestServer) {
  const hls = (await studio.urls()).hls.replace(taker.url, at);
  const master = await (await fetch(`${hls}&past=1`)).text();
  const url = new URL(master.split('\n').find((line) => line.startsWith('hls/'))!, hls).href;
  const text = await (await fetch(url)).text();
  // Signatures change with each second.
  return { url, text, list: readPlaylist(text.replace(/\?sig=[^"\n]*/g, '')) };
}

const update = (request: object) => studio.ask(studio.owner, 'RoomService.UpdatePlaybackState', request as never);
const streamThere = async () =>
  (await studio.streams())[0] as unknown as { started_at: string; past_seconds: number; interrupted_at?: string };

/** Goes on with the film for as long as the test runs, a second of it twice a second. */
function keepSending(fromMs: number): () => void {
  let ms = fromMs;
  const timer = setInterval(() => {
    film(1, ms);
    ms += 1_000;
  }, 500);
  return () => clearInterval(timer);
}

/** Lets time pass in steps in which no encoder is silent for too long. */
async function passTime(seconds: number): Promise<void> {
  for (let step = 0; step < seconds / 10; step++) {
    clock.jump(10_000);
    const now = new Date(clock.nowMs());
    const heard = 'SELECT 1 FROM live_streams WHERE media_id = $1 AND beat_at >= $2';
    const values = [studio.mediaId, now];
    await until('the stream is still heard', async () => (await taker.sql(heard, values)).length > 0);
  }
}

test('[LS70] [LS73] every replica lists and reads what one of them keeps, alike', async () => {
  film(30);
  await until('thirty seconds are there', async () => (await pastAt(taker)).list.segments.length > 27);
  const here = await pastAt(taker);
  const there = await pastAt(other);
  expect([...faultsOf(here.list), ...faultsOf(there.list)]).toEqual([]);
  expect(there.list.first).toBe(here.list.first);
  expect(there.list.segments.length).toBe(here.list.segments.length);
  const names = [here, there].map(({ text }) => text.split('\n').find((line) => /^\d+\.ts\?/.test(line))!);
  const [mine, theirs] = await Promise.all(
    [here, there].map(async ({ url }, at) => Buffer.from(await (await fetch(new URL(names[at]!, url))).arrayBuffer())),
  );
  expect(mine!.length).toBeGreaterThan(1_000);
  expect(theirs).toEqual(mine);
  film(1, 30_000);
  const { length } = there.list.segments;
  await until('the other one follows', async () => (await pastAt(other)).list.segments.length > length);
  const later = await pastAt(other);
  expect([...faultsOf(later.list), ...faultsOfChange(there.list, later.list)]).toEqual([]);
  expect(later.list.first).toBe(here.list.first);
  // Whoever watches the newest asks for the short list, as before.
  const short = readPlaylist(await (await fetch(here.url.replace('&past=1', ''))).text());
  expect(short.segments.length).toBeLessThan(12);
});

test('[LS73] [LS75] every replica gives what players read before the segments of MP4, in memory and in the past', async () => {
  sender.send('audio', opus.config);
  for (let second = 0; second < 30; second += 1) {
    // From here on decoders are others, so the first init segment leaves the memory.
    if (second === 10) sender.send('video', Buffer.concat([configs.video, Buffer.of(0)]), second * 1_000);
    film(1, second * 1_000);
    sender.send('audio', opus.packet, second * 1_000 + 990);
  }
  await until('thirty seconds are there', async () => (await pastAt(taker)).list.segments.length > 25);
  const [here, there] = [await pastAt(taker), await pastAt(other)];
  expect([...faultsOf(here.list), ...faultsOf(there.list)]).toEqual([]);
  const nameOf = ({ init, number }: ReadSegment) => [init!, `${number}.m4s`];
  const isMp4 = ({ init }: ReadSegment) => init !== undefined;
  const [oldest, newest] = [here.list.segments.find(isMp4)!, here.list.segments.at(-3)!];
  expect(oldest.init).not.toBe(newest.init);
  for (const name of [...nameOf(oldest), ...nameOf(newest)]) {
    const [mine, theirs] = await Promise.all(
      [here, there].map(async ({ url }) => {
        const answer = await fetch(new URL(`${name}${new URL(url).search}`, url));
        return Buffer.from(await answer.arrayBuffer());
      }),
    );
    expect(theirs).toEqual(mine);
    expect(mine!.toString('latin1', 4, 8), name).toBe(name.endsWith('.mp4') ? 'ftyp' : 'moof');
  }
});

test('[LS72] [LS74] [PB32] the room goes back and to the newest again, as far as it is told that it can', async () => {
  await studio.urls();
  film(5);
  await until('it is told', async () => (await streamThere())?.past_seconds === 60);
  const startedMs = Date.parse((await streamThere()).started_at);
  stopSending = keepSending(5_000);
  await passTime(20);
  const back = await until('it goes back', async () => {
    const { json } = await update({ position_seconds: 10 });
    return json.playback_state?.live_from_ms ? json.playback_state : undefined;
  });
  expect(back).toMatchObject({ live_from_ms: startedMs, position_seconds: 10, is_playing: true, speed: 1 });
  const paused = (await update({ is_playing: false, speed: 2 })).json.playback_state;
  expect(paused).toMatchObject({ live_from_ms: startedMs, is_playing: false, action: 'pause', speed: 1 });
  const again = (await update({ is_playing: true })).json.playback_state;
  expect(again).toMatchObject({ live_from_ms: startedMs, position_seconds: paused.position_seconds, action: 'play' });
  const live = (await update({ go_live: true })).json.playback_state;
  expect(live.live_from_ms).toBeUndefined();
  expect(live).toMatchObject({ is_playing: true, action: 'seek' });
  await passTime(60);
  expect((await update({ position_seconds: 10 })).reason).toBe('playback.before_past');
  await update({ is_playing: false });
  expect((await update({ go_live: true })).json.playback_state).toMatchObject({ is_playing: true });
});

test('[LS71] what is off the air for good is erased', async () => {
  film(5);
  const folder = join(taker.dataDir, 'live-pasts');
  await until('it is kept', async () => readdirSync(folder).length > 0);
  const before = readdirSync(folder).length;
  sender.end();
  await until('it is over', async () => (await studio.streams()).length === 0);
  clock.jump(60_000);
  clock.runEvery(5_000);
  await until('it is gone', async () => readdirSync(folder).length < before);
});
