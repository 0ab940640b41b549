import type { JsonObject } from '@bufbuild/protobuf';
import { StreamFault } from '@matinee/contract/gen/service/client/streams_pb.ts';
import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { freePort } from '@matinee/testkit/outside/nginx.ts';
import type { TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom } from '@matinee/testkit/world.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { keyFrame, makeStudio, publish, type Sender, type Studio, startRtmpServer } from './streams.fixture.ts';

const clock = makeJumpingClock();
let server: TestServer;
let metricsPort: number;
const senders: Sender[] = [];
beforeAll(async () => {
  metricsPort = await freePort();
  server = await startRtmpServer({ clock, config: { 'management.metrics_address': `127.0.0.1:${metricsPort}` } });
});
afterEach(() => {
  for (const { socket } of senders.splice(0)) socket.destroy();
});
afterAll(() => server.stop());

const started = 'NetStream.Publish.Start';
const refused = 'NetStream.Publish.BadName';
const ended = 'NetStream.Publish.Rejected';
const picture = Buffer.concat([Buffer.from('27', 'hex'), keyFrame.subarray(1)]);

function send(...given: Parameters<typeof publish>): Sender {
  const sender = publish(...given);
  senders.push(sender);
  return sender;
}
async function goOnAir(studio: Studio): Promise<Sender> {
  const sender = await studio.goOnAir();
  senders.push(sender);
  return sender;
}
const isOver = (studio: Studio) => until('it is over', async () => (await studio.streams()).length === 0);

test('[LS1] a key serves again and again, until another one is made, and what is on the air goes on', async () => {
  const studio = await makeStudio(server);
  const key = await studio.key();
  const first = send(key);
  expect(await first.answer()).toBe(started);
  first.end();
  await isOver(studio);
  const again = send(key);
  expect(await again.answer()).toBe(started);
  const next = await studio.key();
  expect(await studio.streams()).toHaveLength(1);
  again.end();
  await isOver(studio);
  expect(await send(key).answer()).toBe(refused);
  expect(await send(next).answer()).toBe(started);
});

test('[LS39] streams on the air and the bytes of encoders are measured, and bytes stay counted when a stream has ended', async () => {
  const metric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  };
  const before = await metric('matinee_live_stream_bytes_total');
  const studio = await makeStudio(server);
  const sender = await goOnAir(studio);
  expect(await metric('matinee_live_streams')).toBe(1);
  expect(await metric('matinee_live_stream_readers')).toBe(0);
  await expect.poll(() => metric('matinee_live_stream_bytes_total')).toBeGreaterThan(before);
  sender.end();
  await expect.poll(() => metric('matinee_live_streams')).toBe(0);
  expect(await metric('matinee_live_stream_bytes_total')).toBeGreaterThan(before);
  await isOver(studio);
});

test('[LS1] a key that has ended serves no more', async () => {
  const studio = await makeStudio(server);
  const key = await studio.key({ expires_in_seconds: 60 });
  clock.jump(61_000);
  expect(await send(key).answer()).toBe(refused);
});

test('[LS1] nothing that the server keeps or tells has the key', async () => {
  const studio = await makeStudio(server);
  const key = await studio.key();
  await send(key).answer();
  const { json } = await studio.ask(studio.owner, 'RoomService.GetRoomStreamInfo', { media_id: studio.mediaId });
  const rows = await server.sql('SELECT row_to_json(k)::text AS row FROM publish_keys k');
  const events = await server.sql("SELECT encode(payload, 'escape') AS row FROM outbox");
  expect(JSON.stringify([json, rows, events])).not.toContain(key.publish_key);
});

test('[LS3] of many who come with one key for a single use, one is let in', async () => {
  const studio = await makeStudio(server);
  const key = await studio.key({ single_use: true });
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(key).answer()));
  expect(answers.filter((answer) => answer === started)).toHaveLength(1);
  for (const { socket } of senders) socket.destroy();
  await isOver(studio);
  expect(await send(key).answer()).toBe(refused);
});

test('[LS3] a key serves at the address of its room and no other', async () => {
  const studio = await makeStudio(server);
  const key = await studio.key();
  for (const app of ['live/room_other', 'live', `vod/${studio.room}`, ''])
    expect(await send(key, app).answer()).toBe(refused);
  expect(await send({ ...key, publish_key: 'guess' }).answer()).toBe(refused);
  expect(await send({ ...key, publish_key: `${key.publish_key}?bandwidth=1` }).answer()).toBe(started);
});

test('[LS4] a second publisher is refused, and takes the place of one that is silent', async () => {
  const studio = await makeStudio(server);
  const first = await goOnAir(studio);
  const key = await studio.key({ single_use: true });
  expect(await send(key).answer()).toBe(refused);
  await until('all that the first one has sent is there', async () => {
    const info = await studio.ask(studio.owner, 'RoomService.GetRoomStreamInfo', { media_id: studio.mediaId });
    return info.json.facts?.has_hls;
  });
  clock.jump(6_000);
  // The refused attempt did not use up the key.
  expect(await send(key).answer()).toBe(started);
  await first.closed;
  expect(first.heard.words.at(-1)).toBe(ended);
  expect(await studio.streams()).toHaveLength(1);
});

test('[LS64] who sends is told that a second publisher was refused', async () => {
  const studio = await makeStudio(server);
  const { key, sender, socket } = await observedStream(studio);
  expect(await send(key).answer()).toBe(refused);
  sender.send('video', keyFrame, 1_000);
  const { streams } = await socket.change('liveStreams', (change) => change.streams[0]?.advice.length === 1);
  expect(streams[0]!.advice[0]).toMatchObject({ fault: StreamFault.SECOND_PUBLISHER });
  await socket.close();
});

test('[LS6] the room is told when a stream comes on the air and when it goes', async () => {
  const studio = await makeStudio(server);
  const socket = await server.socket(studio.room, studio.member.token);
  await socket.observe({ case: 'liveStreams', value: {} });
  await socket.change('liveStreams', ({ streams }) => streams.length === 0);
  const sender = await goOnAir(studio);
  const { streams } = await socket.change('liveStreams', (change) => change.streams.length === 1);
  expect(streams[0]).toMatchObject({ mediaId: studio.mediaId, publisherName: studio.owner.username });
  sender.end();
  await socket.change('liveStreams', (change) => change.streams.length === 0);
  await socket.close();
});

test('[LS7] who is kicked is told so, and does not come again', async () => {
  const studio = await makeStudio(server);
  const key = await studio.key();
  const sender = send(key);
  await sender.answer();
  const kick = { media_id: studio.mediaId };
  const { reason } = await studio.ask(studio.member, 'RoomService.KickRoomStream', kick);
  expect(reason).toBe('streams.not_allowed');
  expect((await studio.ask(studio.owner, 'RoomService.KickRoomStream', kick)).status).toBe(200);
  // Another key is accepted at once, even if the first publisher does not know of its end yet.
  expect(await send(await studio.key()).answer()).toBe(started);
  await sender.closed;
  expect(sender.heard.words.at(-1)).toBe(ended);
  expect(await send(key).answer()).toBe(refused);
});

test('[LS2] [LS8] a stream ends when whoever made its key may no more', async () => {
  const studio = await makeStudio(server);
  const { owner, member, room } = studio;
  const { media } = (await studio.ask(member, 'RoomService.AddMedia', { source: { rtmp: {} } })).json;
  const key = (await studio.ask(member, 'RoomService.CreateRoomPublishKey', { media_id: media.id })).json;
  const sender = send(key);
  expect(await sender.answer()).toBe(started);
  const other = await server.signUp('other');
  await joinRoom(server, room, other);
  const asked = await studio.ask(other, 'RoomService.CreateRoomPublishKey', { media_id: media.id });
  expect(asked.reason).toBe('streams.not_allowed');
  await studio.ask(owner, 'RoomService.KickMember', { user_id: member.id });
  await sender.closed;
  expect(sender.heard.words.at(-1)).toBe(ended);
  expect(await send(key).answer()).toBe(refused);
});

test.each(['DeleteMedia', 'CloseRoom', 'DeleteRoom'])('[LS8] a stream ends with %s', async (name) => {
  const studio = await makeStudio(server);
  const sender = await goOnAir(studio);
  const request = name === 'DeleteMedia' ? { media_id: studio.mediaId } : {};
  expect(await studio.ask(studio.owner, `RoomService.${name}`, request)).toMatchObject({ status: 200 });
  await sender.closed;
  expect(sender.heard.words.at(-1)).toBe(ended);
});

test('[LS8] a stream ends when its maker is banned from the server', async () => {
  const studio = await makeStudio(server);
  const sender = await goOnAir(studio);
  const root = await server.signIn();
  const request = { user_id: studio.owner.id, reason: 'spam' };
  await server.ok({ call: 'AdminService.BanUser', token: root.token, request });
  await sender.closed;
  expect(sender.heard.words.at(-1)).toBe(ended);
});

test('[LS9] [LS79] who may send learns where to, and others whether something is on the air', async () => {
  const studio = await makeStudio(server);
  const ask = async (user: Studio['owner']) =>
    (await studio.ask(user, 'RoomService.GetRoomStreamInfo', { media_id: studio.mediaId })).json;
  await goOnAir(studio);
  await until('it is known', async () => (await ask(studio.owner)).facts?.audio_codec === 'aac');
  const told = await ask(studio.owner);
  expect(told).toMatchObject({
    stream: { media_id: studio.mediaId, publisher_name: studio.owner.username },
    facts: { video_codec: 'h264', has_hls: true, flv_readers: 0 },
    key: { single_use: false, creator_id: studio.owner.id },
  });
  expect(told.server_url).toMatch(/^rtmp:\/\/localhost:\d+\/live\/room_/);
  const [flv, hls] = told.preview;
  expect([flv.format, hls.format]).toEqual(['flv', 'hls']);
  expect(await (await fetch(`${server.url}${hls.url}`)).text()).toMatch(/^#EXTM3U/);
  const head = await fetch(`${server.url}${flv.url}`);
  expect(Buffer.from((await head.body!.getReader().read()).value!).toString('latin1', 0, 3)).toBe('FLV');
  const others = await ask(studio.member);
  expect(others).toMatchObject({ stream: { media_id: studio.mediaId }, server_url: '' });
  expect(others).not.toHaveProperty('key');
  expect(others.preview).toEqual([]);
});

test('[LS11] administrators see all streams and take any off the air, which is recorded', async () => {
  const studio = await makeStudio(server);
  const sender = await goOnAir(studio);
  const { token } = await server.signIn();
  const { streams } = await server.ok({ call: 'AdminService.ListActiveStreams', token });
  const mine = streams.find((one: { stream: { room_id: string } }) => one.stream.room_id === studio.room);
  expect(mine).toMatchObject({ media_name: 'Live stream', stream: { media_id: studio.mediaId } });
  const request = { room_id: studio.room, media_id: studio.mediaId };
  await server.ok({ call: 'AdminService.KickStream', token, request });
  await sender.closed;
  const again = await server.rest({ call: 'AdminService.KickStream', token, request });
  expect(again.reason).toBe('streams.off_air');
  const { records } = await server.ok({
    call: 'AdminService.ListAuditRecords',
    token,
    request: { action: 'stream.kicked' },
  });
  expect(records[0]).toMatchObject({ action: 'stream.kicked', target: studio.room });
});

test('[LS60] [LS62] the room and administrators are told what the sender could do better, until it is good again', async () => {
  const studio = await makeStudio(server);
  const socket = await server.socket(studio.room, studio.member.token);
  await socket.observe({ case: 'liveStreams', value: {} });
  const sender = await goOnAir(studio);
  await socket.change('liveStreams', ({ streams }) => streams.length === 1);
  for (let ms = 40; ms <= 8_400; ms += 40) sender.send('video', ms === 8_400 ? keyFrame : picture, ms);
  const { streams } = await socket.change('liveStreams', (change) => change.streams[0]?.advice.length === 1);
  expect(streams[0]!.advice[0]).toMatchObject({ fault: StreamFault.KEY_FRAMES_FAR, measured: 8, expected: 2 });
  const { token } = await server.signIn();
  const all = await server.ok({ call: 'AdminService.ListActiveStreams', token });
  const mine = all.streams.find((one: { stream: { room_id: string } }) => one.stream.room_id === studio.room);
  expect(mine.stream.advice).toEqual([{ fault: 'key_frames_far', measured: 8, expected: 2 }]);
  sender.send('video', keyFrame, 9_400);
  await socket.change('liveStreams', (change) => change.streams[0]?.advice.length === 0);
  await socket.close();
});

/** A stream of which the server has something, and the socket of a viewer who observes it. */
async function observedStream(studio: Studio) {
  const key = await studio.key();
  const sender = send(key);
  await sender.answer();
  sender.begin();
  await until('something has come', async () => {
    const info = await studio.ask(studio.owner, 'RoomService.GetRoomStreamInfo', { media_id: studio.mediaId });
    return info.json.facts?.has_hls;
  });
  const socket = await server.socket(studio.room, studio.member.token);
  await socket.observe({ case: 'liveStreams', value: {} });
  await socket.change('liveStreams', ({ streams }) => streams.length === 1);
  return { key, sender, socket };
}

test('[LS63] a stream whose connection breaks is interrupted, and its encoder goes on with the same key', async () => {
  const studio = await makeStudio(server);
  const { key, sender, socket } = await observedStream(studio);
  sender.socket.destroy();
  await socket.change('liveStreams', ({ streams }) => streams[0]?.interruptedAt !== undefined);
  expect(await send(key).answer()).toBe(started);
  const { streams } = await socket.change('liveStreams', ({ streams: [first] }) => first!.interruptedAt === undefined);
  expect(streams).toHaveLength(1);
  await socket.close();
});

test('[LS63] who comes back at once has its place, and who ends its stream is off the air at once', async () => {
  const studio = await makeStudio(server);
  const { key, sender, socket } = await observedStream(studio);
  sender.socket.destroy();
  const again = send(key);
  await until('it is on the air', async () => (await again.answer()) === started);
  again.begin();
  again.end();
  await socket.change('liveStreams', ({ streams }) => streams.length === 0);
  await socket.close();
});

test('[LS63] an interrupted stream is over after the time of the settings', async () => {
  const studio = await makeStudio(server);
  const { token } = await server.signIn();
  const update = (request: JsonObject) => server.ok({ call: 'AdminService.UpdateSettings', token, request });
  await update({ settings: { rtmp: { graceSeconds: 20 } }, updateMask: 'rtmp.graceSeconds' });
  const { sender, socket } = await observedStream(studio);
  sender.socket.destroy();
  await socket.change('liveStreams', ({ streams }) => streams[0]?.interruptedAt !== undefined);
  clock.jump(10_000);
  clock.runEvery(5_000);
  expect(await studio.streams()).toHaveLength(1);
  clock.jump(11_000);
  clock.runEvery(5_000);
  await socket.change('liveStreams', ({ streams }) => streams.length === 0);
  await update({ resetMask: 'rtmp.graceSeconds' });
  await socket.close();
});

test('[LS12] what a dead process has taken is off the air, and another publisher has its place', async () => {
  const studio = await makeStudio(server);
  const socket = await server.socket(studio.room, studio.member.token);
  await server.sql(
    `INSERT INTO live_streams SELECT $1, $2, 'str_dead', $3, 'another process', now(), now() + interval '1 day'`,
    [studio.mediaId, studio.room, studio.owner.id],
  );
  await socket.observe({ case: 'liveStreams', value: {} });
  await socket.change('liveStreams', ({ streams }) => streams.length === 1);
  const { flv } = await studio.urls();
  expect(await (await fetch(flv)).json()).toMatchObject({ code: 'streams.off_air' });
  expect(await send(await studio.key()).answer()).toBe(refused);
  await server.sql("UPDATE live_streams SET beat_at = now() - interval '1 day' WHERE generation_id = 'str_dead'");
  clock.runEvery(5_000);
  await socket.change('liveStreams', ({ streams }) => streams.length === 0);
  expect(await send(await studio.key()).answer()).toBe(started);
  await socket.close();
});

test('[LS13] the address is that of the settings, where one is set', async () => {
  const studio = await makeStudio(server);
  const { token } = await server.signIn();
  const set = (advertiseAddress: string | null) =>
    server.ok({
      call: 'AdminService.UpdateSettings',
      token,
      request: {
        settings: { rtmp: advertiseAddress ? { advertiseAddress } : {} },
        updateMask: 'rtmp.advertiseAddress',
      },
    });
  await set('rtmps://live.example.org');
  expect((await studio.key()).server_url).toBe(`rtmps://live.example.org/live/${studio.room}`);
  const prepared = await studio.ask(studio.member, 'ProviderCommonService.PrepareRtmp');
  expect(prepared.json).toMatchObject({ source: { rtmp: {} }, server_url: 'rtmps://live.example.org' });
  await set(null);
  expect((await studio.key()).server_url).toMatch(/^rtmp:\/\/localhost:\d+\/live\/room_/);
});
