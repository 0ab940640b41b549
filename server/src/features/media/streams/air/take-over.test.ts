/** Two replicas on one database that both take streams. */
import type { TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  keyFrame,
  makeStudio,
  type PublishKey,
  publish,
  type Sender,
  type Studio,
  startRtmpServer,
} from '../streams.fixture.ts';

const started = 'NetStream.Publish.Start';
const ended = 'NetStream.Publish.Rejected';
const refused = 'NetStream.Publish.BadName';
let one: TestServer;
let two: TestServer;
const senders: Sender[] = [];

beforeAll(async () => {
  one = await startRtmpServer();
  two = await startRtmpServer({ database: one.database });
  await takeOver(true);
});
afterEach(() => {
  for (const sender of senders.splice(0)) sender.socket.destroy();
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

async function takeOver(secondPublisherTakesOver: boolean): Promise<void> {
  const { token } = await one.signIn();
  const request = { settings: { rtmp: { secondPublisherTakesOver } }, updateMask: 'rtmp.secondPublisherTakesOver' };
  const { status } = await one.rest({ call: 'AdminService.UpdateSettings', token, request });
  expect(status).toBe(200);
}
function send(key: PublishKey): Sender {
  const sender = publish(key);
  senders.push(sender);
  return sender;
}
/** The same key, for the other replica. */
async function elsewhere(studio: Studio, key: PublishKey): Promise<PublishKey> {
  const { port } = new URL((await makeStudio(two).then((other) => other.key())).server_url);
  const url = new URL(key.server_url);
  return { ...key, server_url: `rtmp://${url.hostname}:${port}/live/${studio.room}` };
}
const adviceOf = async (studio: Studio) =>
  ((await studio.streams()) as unknown as { advice: { fault: string }[] }[])[0]?.advice.map(({ fault }) => fault);

test.each(['here', 'elsewhere'])('[LS67] a second encoder takes over %s, and both are told', async (where) => {
  const studio = await makeStudio(one);
  const key = await studio.key();
  const first = send(key);
  expect(await first.answer()).toBe(started);
  first.begin();
  const before = (await studio.streams())[0]!.generation_id;
  const second = send(where === 'here' ? key : await elsewhere(studio, key));
  expect(await second.answer()).toBe(started);
  second.begin();
  await first.closed;
  expect(first.heard.words.at(-1)).toBe(ended);
  const streams = await studio.streams();
  expect(streams).toHaveLength(1);
  expect(streams[0]!.generation_id).not.toBe(before);
  await until('its people are told', async () => {
    second.send('video', keyFrame, 1_000);
    return (await adviceOf(studio))?.includes('took_over');
  });
  // The first one comes again by itself, and the two do not end one another for ever.
  expect(await send(key).answer()).toBe(refused);
  expect((await studio.streams())[0]!.generation_id).toBe(streams[0]!.generation_id);
});

test('[LS67] of many that come at once, one is on the air', async () => {
  const studio = await makeStudio(one);
  const key = await studio.key();
  const there = await elsewhere(studio, key);
  const all = Array.from({ length: 6 }, (_, at) => send(at % 2 === 0 ? key : there));
  for (const sender of all) await sender.answer();
  await until('the others are ended', () => all.filter(({ socket }) => !socket.closed).length === 1);
  expect(await studio.streams()).toHaveLength(1);
});

test('[LS67] [LS4] it is refused from the moment on at which the operator says so', async () => {
  const studio = await makeStudio(one);
  const key = await studio.key();
  const first = send(key);
  expect(await first.answer()).toBe(started);
  await takeOver(false);
  await until('it is refused', async () => (await send(key).answer()) === refused);
  await takeOver(true);
});
