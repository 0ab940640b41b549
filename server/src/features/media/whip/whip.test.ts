import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@bufbuild/protobuf';
import { freePort } from '@matinee/testkit/outside/nginx.ts';
import type { TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makePublisher, type TestPublisher } from '../../../drivers/webrtc/publisher.fixture.ts';
import { makeStudio, type Studio, startRtmpServer } from '../streams/streams.fixture.ts';

let server: TestServer;
let metricsPort: number;
let admin: string;
const publishers: TestPublisher[] = [];
const set = (whip: JsonObject, updateMask: string) =>
  server.ok({ call: 'AdminService.UpdateSettings', token: admin, request: { settings: { whip }, updateMask } });
beforeAll(async () => {
  metricsPort = await freePort();
  server = await startRtmpServer({ config: { 'management.metrics_address': `127.0.0.1:${metricsPort}` } });
  admin = (await server.signIn()).token;
});
afterEach(async () => {
  for (const publisher of publishers.splice(0)) await publisher.close();
});
afterAll(() => server.stop());

type Init = Pick<RequestInit, 'body'> & { readonly headers?: Record<string, string>; readonly duplex?: 'half' };

async function begin(room: string, key: string | undefined, init: Init = {}) {
  const publisher = await makePublisher();
  publishers.push(publisher);
  const response = await fetch(`${server.url}/api/whip/${room}`, {
    method: 'POST',
    body: publisher.offer,
    ...init,
    headers: {
      'content-type': 'application/sdp',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...init.headers,
    },
  });
  const text = await response.text();
  const location = response.headers.get('location');
  return { publisher, response, text, session: location === null ? '' : new URL(location, response.url).href };
}

async function goOnAir(studio: Studio, key: string) {
  const begun = await begin(studio.room, key);
  expect(begun.response.status).toBe(201);
  await begun.publisher.accept(begun.text);
  await until('it is connected', begun.publisher.connected);
  const info = () => studio.ask(studio.owner, 'RoomService.GetRoomStreamInfo', { media_id: studio.mediaId });
  await until('its tracks are known', async () => {
    begun.publisher.send();
    return (await info()).json.facts?.audio_codec === 'opus';
  });
  return { ...begun, info };
}
const end = (session: string, key: string) =>
  fetch(session, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });
const isOver = (studio: Studio) => until('it is over', async () => (await studio.streams()).length === 0);

test('[WH7] it is off until the operator switches it on', async () => {
  const studio = await makeStudio(server);
  const { publish_key: key } = await studio.key();
  expect(((await studio.key()) as { whip_url?: string }).whip_url).toBe('');
  const { response, text } = await begin(studio.room, key);
  expect([response.status, JSON.parse(text).code]).toEqual([409, 'whip.switched_off']);
  await set({ enabled: true, announcedAddress: '127.0.0.1' }, 'whip.enabled,whip.announcedAddress');
  expect(((await studio.key()) as { whip_url?: string }).whip_url).toMatch(
    new RegExp(`^http://.*/api/whip/${studio.room}$`),
  );
});

test('[WH1] [WH5] [WH8] what somebody sends is on the air until they end it', async () => {
  const studio = await makeStudio(server);
  const { publish_key: key } = await studio.key();
  const { response, session, info } = await goOnAir(studio, key);
  expect(response.headers.get('content-type')).toBe('application/sdp');
  expect(response.headers.get('etag')).toBe(`"${(await studio.streams())[0]!.generation_id}"`);
  expect((await info()).json.facts).toMatchObject({ video_codec: 'h264', width: 640, height: 360, encoder: 'WebRTC' });
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/^matinee_whip_sessions 1$/m);
  const { publish_key: other } = await (await makeStudio(server)).key();
  expect((await end(session, other)).status).toBe(401);
  expect((await end(`${session}x`, key)).status).toBe(401);
  expect((await end(session, key)).status).toBe(200);
  await isOver(studio);
  expect((await end(session, key)).status).toBe(404);
});

test('[WH2] a key that does not serve, and a place to which somebody sends', async () => {
  const studio = await makeStudio(server);
  const { publish_key: once } = await studio.key({ single_use: true });
  for (const key of [undefined, 'nothing', admin]) {
    const { response, text } = await begin(studio.room, key);
    expect([response.status, JSON.parse(text).code]).toEqual([401, 'whip.bad_key']);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  }
  expect((await begin('room_other', once)).response.status).toBe(401);
  const { session } = await goOnAir(studio, once);
  const { publish_key: next } = await studio.key();
  const second = await begin(studio.room, next);
  expect([second.response.status, JSON.parse(second.text).code]).toEqual([409, 'whip.taken']);
  await end(session, once);
  await isOver(studio);
  expect((await begin(studio.room, once)).response.status).toBe(401);
});

test('[WH3] what is no offer that this server takes uses up no key', async () => {
  const studio = await makeStudio(server);
  const { publish_key: key } = await studio.key({ single_use: true });
  const refusal = async (init: Init) => {
    const { response, text } = await begin(studio.room, key, init);
    return [response.status, JSON.parse(text).code];
  };
  expect(await refusal({ headers: { 'content-type': 'application/json' } })).toEqual([415, 'whip.wrong_type']);
  expect(await refusal({ body: 'v=0\r\n' })).toEqual([400, 'whip.not_sdp']);
  expect(await refusal({ body: 'x'.repeat(10_001) })).toEqual([413, 'whip.too_long']);
  const pieces = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(4_000));
    },
  });
  expect(await refusal({ body: pieces, duplex: 'half' })).toEqual([413, 'whip.too_long']);
  const { offer, close } = await makePublisher();
  expect(await refusal({ body: offer.replaceAll(/H264/gi, 'VP8') })).toEqual([422, 'whip.no_codec']);
  await close();
  expect(await studio.streams()).toEqual([]);
  await goOnAir(studio, key);
});

test('[WH4] other methods are refused, and OPTIONS tells what there is', async () => {
  const [place, session] = [`${server.url}/api/whip/room_x`, `${server.url}/api/whip/room_x/str_y.z`];
  for (const [url, method, allowed] of [
    [place, 'GET', 'POST, OPTIONS'],
    [place, 'PUT', 'POST, OPTIONS'],
    [place, 'DELETE', 'POST, OPTIONS'],
    [session, 'PATCH', 'DELETE, OPTIONS'],
    [session, 'POST', 'DELETE, OPTIONS'],
  ] as const) {
    const response = await fetch(url, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
  }
  const response = await fetch(place, { method: 'OPTIONS' });
  expect([response.status, response.headers.get('accept-post')]).toEqual([204, 'application/sdp']);
});

test('[WH6] a connection that breaks interrupts the stream, and the same key goes on with it', async () => {
  const studio = await makeStudio(server);
  const { publish_key: key } = await studio.key();
  const { publisher } = await goOnAir(studio, key);
  const [before] = await studio.streams();
  await publisher.close();
  const interrupted = async () => (await studio.streams())[0] as { interrupted_at?: string } | undefined;
  await until('it is interrupted', async () => (await interrupted())?.interrupted_at !== undefined);
  await goOnAir(studio, key);
  const [after] = await studio.streams();
  expect(after!.generation_id).not.toBe(before!.generation_id);
});

test('[WH6] a stream that is taken off the air closes its session, and its key serves no more', async () => {
  const studio = await makeStudio(server);
  const { publish_key: key } = await studio.key();
  await goOnAir(studio, key);
  const sessions = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^matinee_whip_sessions (\d+)$/m.exec(metrics)![1]);
  };
  const before = await sessions();
  await studio.ask(studio.owner, 'RoomService.KickRoomStream', { media_id: studio.mediaId });
  await until('its session is over', async () => (await sessions()) === before - 1);
  expect((await begin(studio.room, key)).response.status).toBe(401);
});

test('[WH1] a stream by WHIP is recorded as it comes', async () => {
  const studio = await makeStudio(server);
  const { publish_key: key } = await studio.key();
  const place = { media_id: studio.mediaId };
  const { publisher, session } = await goOnAir(studio, key);
  await studio.ask(studio.owner, 'RoomService.StartRoomRecording', place);
  await until('it is recorded', async () => {
    publisher.send();
    const { json } = await studio.ask(studio.owner, 'RoomService.GetRoomStreamInfo', place);
    return json.recording?.state === 'recording';
  });
  const folder = join(server.dataDir, 'recordings');
  await until('some of it is on the disk', () => {
    publisher.send();
    return existsSync(folder) && readdirSync(folder).length > 0;
  });
  await end(session, key);
  await isOver(studio);
  await studio.ask(studio.owner, 'RoomService.StopRoomRecording', place);
  const item = await until('the recording is an item', async () => {
    const { json } = await studio.ask(studio.member, 'RoomService.ListPlaylistItems', {});
    return json.media.find(({ source }: { source: { recording?: object } }) => source.recording);
  });
  await studio.ask(studio.owner, 'RoomService.StartPlayback', { media_id: item.id });
  const { json } = await studio.ask(studio.member, 'RoomService.GetPlayback');
  const film = await fetch(server.url + json.playback.playback_infos.proxied.medias[0].url);
  const bytes = Buffer.from(await film.arrayBuffer());
  const text = bytes.toString('latin1');
  for (const box of ['avc1', 'avcC', 'Opus', 'dOps']) expect(text).toContain(box);
});
