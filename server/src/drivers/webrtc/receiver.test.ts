import { createSocket } from 'node:dgram';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterEach, expect, test } from 'vitest';
import { readOffer } from './offer.ts';
import { makePublisher, type TestPublisher } from './publisher.fixture.ts';
import { type Receiver, receive } from './receiver.ts';
import type { StreamMessage } from './receiver-messages.ts';

let open: { receiver: Receiver; publisher: TestPublisher }[] = [];
afterEach(async () => {
  for (const { receiver, publisher } of open) {
    receiver.end();
    await publisher.close();
  }
  open = [];
});

async function start() {
  const clock = new FakeClock();
  const heard = { messages: [] as StreamMessage[], isConnected: false, overs: 0 };
  const publisher = await makePublisher();
  const receiver = receive({
    ...{ clock, offer: readOffer(publisher.offer), addresses: ['127.0.0.1'], ports: undefined },
    onMessage: (message) => heard.messages.push(message),
    onSize: () => {},
    onConnected: () => {
      heard.isConnected = true;
    },
    onOver: () => {
      heard.overs += 1;
    },
  });
  open.push({ receiver, publisher });
  return { clock, heard, publisher, answer: await receiver.answer };
}

/** Sends packets that nobody asked for to the port of an answer. */
async function flood(answer: string, packets: readonly Buffer[]): Promise<void> {
  const port = Number(/udp \d+ 127\.0\.0\.1 (\d+)/.exec(answer)![1]);
  const socket = createSocket('udp4');
  for (const packet of packets) await new Promise((sent) => socket.send(packet, port, '127.0.0.1', sent));
  socket.close();
}

test('[RTC6] packets of strangers and broken ones end nothing', async () => {
  const { heard, publisher, answer } = await start();
  const kinds = [0, 20, 22, 63, 128, 144, 200, 255];
  const broken = kinds.flatMap((first) => [1, 12, 20, 1_200].map((length) => Buffer.alloc(length, first)));
  const stun = Buffer.from('000100002112a442000102030405060708090a0b', 'hex');
  await flood(answer, [...broken, stun]);
  await publisher.accept(answer);
  await until('it is connected', () => heard.isConnected && publisher.connected());
  await flood(answer, [...broken, stun]);
  publisher.send();
  await until('the stream comes', () => {
    publisher.send();
    return heard.messages.length > 4;
  });
  expect([...new Set(heard.messages.map(({ kind }) => kind))].sort()).toEqual(['audio', 'video']);
  expect(heard.overs).toBe(0);
});

test('[RTC7] a publisher that does not connect is gone after ten seconds', async () => {
  const { clock, heard } = await start();
  clock.advance(10_000);
  expect(heard.overs).toBe(0);
  clock.advance(1_000);
  expect(heard.overs).toBe(1);
});

test('[RTC7] one that sends nothing is gone after 20 seconds', async () => {
  const { clock, heard, publisher, answer } = await start();
  await publisher.accept(answer);
  await until('it is connected', () => heard.isConnected);
  clock.advance(20_000);
  expect(heard.overs).toBe(0);
  clock.advance(1_000);
  expect(heard.overs).toBe(1);
});
