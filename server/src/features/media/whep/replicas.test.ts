/** Two replicas on one database: one has the stream, people watch by WebRTC at the other. */
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeViewer, type TestViewer } from '../../../drivers/webrtc/sending/viewer.fixture.ts';
import { makePullRoom, startSource } from '../pull/pull.fixture.ts';
import { keyFrame, makeStudio, opus, startRtmpServer } from '../streams/streams.fixture.ts';

let taker: TestServer;
let other: TestServer;
const viewers: TestViewer[] = [];

beforeAll(async () => {
  const settings = { 'whep.enabled': true, 'whep.announcedAddress': '127.0.0.1' };
  const config = { 'outbound.allowed_networks': ['127.0.0.1'] };
  taker = await startRtmpServer({ settings, config });
  other = await startTestServer({ database: taker.database, config });
});
afterEach(async () => {
  for (const viewer of viewers.splice(0)) await viewer.close();
});
afterAll(async () => {
  await other?.stop();
  await taker?.stop();
});

/** Watches at the other replica what plays in a room. */
async function watchThere(room: string, token: string): Promise<TestViewer> {
  const mode = async () => {
    const { playback } = await other.ok({ call: 'RoomService.GetPlayback', token, room });
    return playback.playback_infos.proxied_whep as { medias: { url: string }[] } | undefined;
  };
  const { medias } = await until('it is offered by WebRTC', mode);
  const viewer = await makeViewer();
  viewers.push(viewer);
  const headers = { 'content-type': 'application/sdp' };
  const response = await fetch(other.url + medias[0]!.url, { method: 'POST', body: viewer.offer, headers });
  expect([response.status, response.status === 201 || (await response.text())]).toEqual([201, true]);
  await viewer.accept(await response.text());
  await until('it is connected', viewer.connected);
  return viewer;
}

test('[WHE1] [LS40] who watches by WebRTC at another replica than the encoder sends to gets the stream from there', async () => {
  const studio = await makeStudio(taker);
  const sender = await studio.goOnAir();
  let ms = 0;
  const play = () => {
    ms += 40;
    sender.send('video', keyFrame, ms);
    sender.send('audio', opus.packet, ms);
  };
  sender.send('audio', opus.config);
  await until('it is on the air', async () => {
    play();
    return (await studio.streams()).length > 0;
  });
  await studio.ask(studio.owner, 'RoomService.StartPlayback', { media_id: studio.mediaId });
  const { heard } = await watchThere(studio.room, studio.member.token);
  await until('there is a picture of before', () => heard.video.length > 1);
  await until('picture and sound go on', () => {
    play();
    return heard.video.length > 8 && heard.audio.length > 4;
  });
  sender.end();
  sender.socket.destroy();
});

test('[WHE1] [PUL1] a stream that one replica pulls is sent by WebRTC at another one', async () => {
  const source = await startSource();
  const { member, room, add, urls } = await makePullRoom(taker);
  const mediaId = await add(`${source.url}/live.flv`);
  const { flv } = await urls(mediaId);
  const reading = await fetch(flv);
  expect(reading.status).toBe(200);
  const { heard } = await watchThere(room, member.token);
  let ms = 0;
  await until('the picture goes on', () => {
    ms += 1_000;
    source.sendSecond(ms);
    return heard.video.length > 8;
  });
  await reading.body!.cancel();
  source.stop();
});
