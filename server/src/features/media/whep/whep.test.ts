/** A viewer of the WebRTC library watches what publishers send to a real server. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { JsonObject } from '@bufbuild/protobuf';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { freePort } from '@matinee/testkit/outside/nginx.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import type { TestServer, TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { flvHeader, flvTagEnd, flvTagHeader, flvTagType } from '../../../drivers/muxing/flv-tags.ts';
import { MediaIntake } from '../../../drivers/webrtc/media-intake.ts';
import { makePublisher, pps, sps } from '../../../drivers/webrtc/publisher.fixture.ts';
import { makeViewer, type TestViewer } from '../../../drivers/webrtc/sending/viewer.fixture.ts';
import {
  configs,
  keyFrame,
  makeStudio,
  opus,
  type Sender,
  type Studio,
  startRtmpServer,
} from '../streams/streams.fixture.ts';

let server: TestServer;
let metricsPort: number;
let admin: string;
const viewers: TestViewer[] = [];
const encoders: ChildProcess[] = [];
const senders: Sender[] = [];
const set = (settings: JsonObject, updateMask: string) =>
  server.ok({ call: 'AdminService.UpdateSettings', token: admin, request: { settings, updateMask } });
const setWhep = (whep: JsonObject) =>
  set(
    { whep },
    Object.keys(whep)
      .map((key) => `whep.${key}`)
      .join(),
  );
beforeAll(async () => {
  metricsPort = await freePort();
  server = await startRtmpServer({ config: { 'management.metrics_address': `127.0.0.1:${metricsPort}` } });
  admin = (await server.signIn()).token;
  await set({ whip: { enabled: true, announcedAddress: '127.0.0.1' } }, 'whip.enabled,whip.announcedAddress');
});
afterEach(async () => {
  for (const viewer of viewers.splice(0)) await viewer.close();
  for (const sender of senders.splice(0)) sender.socket.destroy();
  for (const encoder of encoders.splice(0)) encoder.kill('SIGKILL');
});
afterAll(() => server.stop());

/** What the metrics say of WHEP. */
async function metric(name: 'viewers' | 'streams'): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(new RegExp(`^matinee_whep_${name} (\\d+)$`, 'm').exec(text)![1]);
}
async function addressOf(studio: Studio, user: TestUser = studio.member): Promise<string> {
  await studio.ask(studio.owner, 'RoomService.StartPlayback', { media_id: studio.mediaId });
  const { json } = await studio.ask(user, 'RoomService.GetPlayback');
  return server.url + json.playback.playback_infos.proxied_whep.medias[0].url;
}
const offerTo = (url: string, body: string, init: RequestInit = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/sdp' }, ...init });
const refusal = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

async function watch(url: string, kinds?: readonly ('audio' | 'video')[]) {
  const viewer = await makeViewer(kinds);
  viewers.push(viewer);
  const response = await offerTo(url, viewer.offer);
  expect(response.status).toBe(201);
  const session = new URL(response.headers.get('location')!, response.url).href;
  await viewer.accept(await response.text());
  await until('it is connected', viewer.connected);
  return { viewer, response, session };
}

/** A stream of a key frame and Opus, as long as `play` is called. */
async function onAir(studio: Studio, video = configs.video) {
  const sender = await studio.goOnAir();
  senders.push(sender);
  let ms = 0;
  const play = (picture = keyFrame) => {
    ms += 40;
    sender.send('video', picture, ms);
    sender.send('audio', opus.packet, ms);
  };
  sender.send('video', video);
  sender.send('audio', opus.config);
  play();
  await until('it is on the air', async () => {
    play();
    return (await studio.streams()).length > 0;
  });
  return { sender, play };
}

/** Real pictures without B-frames, and a tone as AAC. */
function film({ server_url: url, publish_key: key }: { server_url: string; publish_key: string }, more: string[] = []) {
  const sources = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=25', '-re', '-f', 'lavfi', '-i', 'sine'];
  const codecs = ['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p', '-bf', '0'];
  const args = ['-v', 'error', ...sources, ...codecs, '-g', '50', '-c:a', 'aac', ...more, '-f', 'flv', `${url}/${key}`];
  encoders.push(spawn(programPath('ffmpeg'), args, { stdio: 'ignore' }));
}

test('[WHE9] [LS87] it is off until the operator switches it on', async () => {
  const studio = await makeStudio(server);
  await studio.ask(studio.owner, 'RoomService.StartPlayback', { media_id: studio.mediaId });
  const { json } = await studio.ask(studio.member, 'RoomService.GetPlayback');
  expect(Object.keys(json.playback.playback_infos)).toEqual(['proxied', 'proxied_hls']);
  const path = new URL(json.playback.playback_infos.proxied.medias[0].url, server.url).pathname;
  const address = new URL(path.replace('/flv-stream', '/whep'), server.url).href;
  const headers = { authorization: `Bearer ${studio.member.token}`, 'content-type': 'application/sdp' };
  expect(await refusal(await offerTo(address, 'v=0', { headers }))).toEqual([409, 'whep.switched_off']);
  await setWhep({ enabled: true, announcedAddress: '127.0.0.1' });
  await onAir(studio);
  const { viewer } = await watch(await addressOf(studio));
  expect([await metric('viewers'), await metric('streams')]).toEqual([1, 1]);
  const told = await studio.ask(studio.owner, 'RoomService.GetRoomStreamInfo', { media_id: studio.mediaId });
  expect(told.json.facts).toMatchObject({ flv_readers: 0, hls_readers: 0, web_rtc_readers: 1 });
  expect(viewer.connected()).toBe(true);
});

test('[WHE1] [RTC11] [RTC16] who comes gets a key frame at once, then what is sent, and Opus as it is', async () => {
  const studio = await makeStudio(server);
  const { play } = await onAir(studio);
  const { viewer, response, session } = await watch(await addressOf(studio));
  expect(response.headers.get('content-type')).toBe('application/sdp');
  expect(response.headers.get('etag')).toBe(`"${session.split('/').at(-1)}"`);
  expect(Number(response.headers.get('matinee-stream-zero-ms'))).toBeGreaterThan(1_600_000_000_000);
  // Nothing is sent meanwhile: this is the picture of before.
  const { video, audio } = viewer.heard;
  await until('there is a picture', () => video.length > 1);
  expect(video[0]!.payload.toString('hex')).toContain('67640001');
  expect(video.some(({ payload }) => payload.toString('hex') === '65ff')).toBe(true);
  await until('there is sound', () => {
    play();
    return audio.length > 2;
  });
  expect(audio[0]!.payload.toString('hex')).toBe('fcfffe');
  expect((audio[1]!.header.timestamp - audio[0]!.header.timestamp) % (40 * 48)).toBe(0);
});

test('[WHE2] [WHE3] without a signature or a right, and without a stream, there is nothing', async () => {
  const studio = await makeStudio(server);
  const url = await addressOf(studio);
  const { offer, close } = await makeViewer();
  expect(await refusal(await offerTo(url, offer))).toEqual([404, 'streams.off_air']);
  expect(await refusal(await offerTo(url.split('?')[0]!, offer))).toEqual([403, 'proxy.invalid_url']);
  const other = await addressOf(await makeStudio(server));
  const forged = `${url.split('?')[0]}?${other.split('?')[1]}`;
  expect(await refusal(await offerTo(forged, offer))).toEqual([403, 'proxy.invalid_url']);
  await close();
});

test('[WHE2] who may watch no more loses the session', async () => {
  const studio = await makeStudio(server);
  await onAir(studio);
  const { session } = await watch(await addressOf(studio));
  await studio.ask(studio.owner, 'RoomService.KickMember', { user_id: studio.member.id });
  await until('nobody watches', async () => (await metric('viewers')) === 0);
  expect((await fetch(session, { method: 'DELETE' })).status).toBe(404);
});

test('[WHE3] what WebRTC does not carry is refused in words, and the room is told what it carries', async () => {
  const studio = await makeStudio(server);
  const { sender, play } = await onAir(studio);
  const rungs = async () => ((await studio.streams())[0] as unknown as { rungs: string[] } | undefined)?.rungs;
  await until('the room is told', async () => (await rungs())?.includes('whep'));
  const url = await addressOf(studio);
  const { session } = await watch(url);
  // A B-frame: it is shown 40 ms after its time.
  play(Buffer.from('27010000280000000241ff', 'hex'));
  await until('nobody watches', async () => (await metric('viewers')) === 0);
  expect((await fetch(session, { method: 'DELETE' })).status).toBe(404);
  await until('the room is told', async () => (await rungs())?.includes('whep') === false);
  const { offer, close } = await makeViewer();
  expect(await refusal(await offerTo(url, offer))).toEqual([409, 'whep.out_of_order']);
  sender.send('video', Buffer.from('170000000001f4001fffe100046764000101000268ee', 'hex'), 4_000);
  await until('its profile is another one', async () => {
    play();
    return (await refusal(await offerTo(url, offer)))[1] === 'whep.other_codec';
  });
  await close();
});

test('[WHE4] what is no offer that this server takes is refused', async () => {
  const studio = await makeStudio(server);
  await onAir(studio);
  const url = await addressOf(studio);
  const { offer, close } = await makeViewer();
  const json = { headers: { 'content-type': 'application/json' } };
  expect(await refusal(await offerTo(url, offer, json))).toEqual([415, 'whep.wrong_type']);
  expect(await refusal(await offerTo(url, 'v=0\r\n'))).toEqual([400, 'whep.not_sdp']);
  expect(await refusal(await offerTo(url, 'evil'))).toEqual([400, 'whep.not_sdp']);
  expect(await refusal(await offerTo(url, 'x'.repeat(1_048_576)))).toEqual([413, 'whep.too_long']);
  expect(await refusal(await offerTo(url, offer.replaceAll(/H264/gi, 'VP8')))).toEqual([422, 'whep.no_codec']);
  expect(await refusal(await offerTo(url, offer.replaceAll('mode=1', 'mode=0')))).toEqual([422, 'whep.no_codec']);
  expect(await refusal(await offerTo(url, offer.replaceAll('a=recvonly', 'a=sendonly')))).toEqual([
    422,
    'whep.no_codec',
  ]);
  expect(await metric('viewers')).toBe(0);
  await close();
});

test('[WHE5] [WHE8] [RTC15] a viewer leaves, and everything is free again', async () => {
  const studio = await makeStudio(server);
  await onAir(studio);
  const url = await addressOf(studio);
  const [first, second] = [await watch(url), await watch(url, ['video'])];
  expect([await metric('viewers'), await metric('streams')]).toEqual([2, 1]);
  expect((await fetch(`${first.session}x`, { method: 'DELETE' })).status).toBe(404);
  expect((await fetch(first.session, { method: 'DELETE' })).status).toBe(200);
  expect([await metric('viewers'), await metric('streams')]).toEqual([1, 1]);
  expect(await refusal(await fetch(first.session, { method: 'DELETE' }))).toEqual([404, 'whep.no_session']);
  expect((await fetch(second.session, { method: 'DELETE' })).status).toBe(200);
  expect([await metric('viewers'), await metric('streams')]).toEqual([0, 0]);
  await watch(url);
});

test('[WHE5] other methods are refused, and OPTIONS tells what there is', async () => {
  const url = await addressOf(await makeStudio(server));
  const session = url.replace('/whep?', '/whep/x?');
  for (const [address, method, allowed] of [
    [url, 'GET', 'POST, OPTIONS'],
    [url, 'PUT', 'POST, OPTIONS'],
    [session, 'PATCH', 'DELETE, OPTIONS'],
    [session, 'POST', 'DELETE, OPTIONS'],
  ] as const) {
    const response = await fetch(address, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
  }
  const response = await fetch(url, { method: 'OPTIONS' });
  expect([response.status, response.headers.get('accept-post')]).toEqual([204, 'application/sdp']);
});

test('[WHE7] there is a bound for the viewers of a stream', async () => {
  const studio = await makeStudio(server);
  await onAir(studio);
  await setWhep({ maxViewersPerStream: 1 });
  const url = await addressOf(studio);
  const { session } = await watch(url);
  const { offer, close } = await makeViewer();
  expect(await refusal(await offerTo(url, offer))).toEqual([429, 'whep.too_many_viewers']);
  await fetch(session, { method: 'DELETE' });
  await watch(url);
  await setWhep({ maxViewersPerStream: 50 });
  await close();
});

test('[WHE8] when the stream ends, its viewers end', async () => {
  const studio = await makeStudio(server);
  const { sender } = await onAir(studio);
  const { session } = await watch(await addressOf(studio));
  sender.end();
  await until('nothing is sent', async () => (await metric('streams')) === 0);
  expect(await metric('viewers')).toBe(0);
  expect((await fetch(session, { method: 'DELETE' })).status).toBe(404);
});

test('[WHE1] what comes by WHIP goes out by WHEP', async () => {
  const studio = await makeStudio(server);
  const { publish_key: key } = await studio.key();
  const publisher = await makePublisher();
  const begun = await fetch(`${server.url}/api/whip/${studio.room}`, {
    method: 'POST',
    body: publisher.offer,
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${key}` },
  });
  await publisher.accept(await begun.text());
  await until('the publisher is connected', publisher.connected);
  await until('it is on the air', async () => {
    publisher.send();
    return ((await studio.streams())[0] as unknown as { rungs: string[] } | undefined)?.rungs.includes('whep');
  });
  const { viewer } = await watch(await addressOf(studio));
  await until('picture and sound come', () => {
    publisher.send();
    return viewer.heard.video.length > 4 && viewer.heard.audio.length > 2;
  });
  const all = viewer.heard.video.map(({ payload }) => payload.toString('hex')).join(' ');
  for (const part of [sps, pps]) expect(all).toContain(part.toString('hex'));
  await publisher.close();
});

describe.skipIf(!hasFfmpeg)('ffmpeg sends', () => {
  const untilSent = (studio: Studio) =>
    until('the room is told', async () =>
      ((await studio.streams())[0] as unknown as { rungs: string[] } | undefined)?.rungs.includes('whep'),
    );

  test('[WHE1] [WHE6] [RTC10] the pictures decode, and AAC is Opus at the times of the stream', async () => {
    const studio = await makeStudio(server);
    film(await studio.key());
    await untilSent(studio);
    const { viewer } = await watch(await addressOf(studio));
    const { video, audio } = viewer.heard;
    await until('three seconds came', () => video.filter(({ header }) => header.marker).length > 75);
    await until('a second of sound came', () => audio.length > 50);
    const parts: Buffer[] = [flvHeader({ hasAudio: false, hasVideo: true })];
    const intake = new MediaIntake({
      onMessage: ({ kind, timestamp, payload }) => {
        if (kind === 'video')
          parts.push(flvTagHeader(flvTagType.video, payload.length, timestamp), payload, flvTagEnd(payload.length));
      },
      onSize: () => {},
      onKeyNeeded: () => {},
    });
    for (const [place, { header, payload }] of video.entries()) {
      const { sequenceNumber: sequence, timestamp, marker } = header;
      intake.take('video', { sequence, timestamp, marker, payload: Buffer.from(payload) }, place * 4);
    }
    const { complaints, frames } = judge(Buffer.concat(parts), 'flv');
    expect(complaints).toBe('');
    expect(frames['h264']).toBeGreaterThan(70);
    const steps = audio.slice(1).map(({ header }, i) => header.timestamp - audio[i]!.header.timestamp);
    expect(steps.filter((step) => Math.abs(step - 960) <= 48).length).toBeGreaterThan(steps.length * 0.9);
    const lead = audio.at(-1)!.header.timestamp / 48 - video.at(-1)!.header.timestamp / 90;
    expect(Math.abs(lead)).toBeLessThan(1_000);
  });

  test('[WHE3] B-frames of an encoder are seen', async () => {
    const studio = await makeStudio(server);
    film(await studio.key(), ['-tune', 'animation', '-bf', '2']);
    await until('it is on the air', async () => (await studio.streams()).length > 0);
    const { offer, close } = await makeViewer();
    const url = await addressOf(studio);
    await until('its order is known', async () => {
      const response = await offerTo(url, offer);
      return response.status === 409 && (await refusal(response))[1] === 'whep.out_of_order';
    });
    await close();
  });
});
