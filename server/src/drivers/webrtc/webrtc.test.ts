import { expect, test } from 'vitest';
import { readAudioTag, readVideoTag } from '../rtmp/av-tags.ts';
import { answerLines } from './answer.ts';
import { MediaIntake } from './media-intake.ts';
import { readOffer } from './offer.ts';
import { aggregate, idr, makePublisher, pps, sps } from './publisher.fixture.ts';
import type { PictureSize, StreamMessage } from './receiver-messages.ts';
import { BadOffer } from './sdp.ts';

function intake() {
  const messages: StreamMessage[] = [];
  const asked: number[] = [];
  const sizes: PictureSize[] = [];
  let nowMs = 0;
  const made = new MediaIntake({
    onMessage: (one) => messages.push(one),
    onSize: (size) => sizes.push(size),
    onKeyNeeded: () => asked.push(nowMs),
  });
  const packet = (sequence: number, timestamp: number, payload: Buffer, marker = true) => ({
    ...{ sequence, timestamp, marker, payload },
  });
  return {
    messages,
    asked,
    sizes,
    video: (sequence: number, timestamp: number, payload: Buffer, marker = true) =>
      made.take('video', packet(sequence, timestamp, payload, marker), nowMs),
    audio: (sequence: number, timestamp: number, payload = Buffer.from('fcfffe', 'hex')) =>
      made.take('audio', packet(sequence, timestamp, payload), nowMs),
    report: made.report.bind(made),
    advance(ms: number) {
      nowMs += ms;
      made.look(nowMs);
    },
    frames: () =>
      messages.flatMap(({ kind, timestamp, payload }) => {
        if (kind !== 'video') return [];
        const tag = readVideoTag(payload);
        return tag.kind === 'frame' ? [{ timestamp, isKey: tag.isKey, data: tag.data.toString('hex') }] : [];
      }),
  };
}
const key = aggregate(sps, pps, idr);
const slice = Buffer.from('41aabbcc', 'hex');
/** As FU-A (RFC 6184, section 5.8). */
const inParts = (unit: Buffer, size: number) => {
  const parts: Buffer[] = [];
  for (let at = 1; at < unit.length; at += size) {
    const isLast = at + size >= unit.length;
    const flags = (at === 1 ? 0x80 : 0) | (isLast ? 0x40 : 0);
    const header = Buffer.of((unit[0]! & 0xe0) | 28, flags | (unit[0]! & 0x1f));
    parts.push(Buffer.concat([header, unit.subarray(at, at + size)]));
  }
  return parts;
};

test('[RTC1] an offer is written anew, without addresses or lines that nobody understood', async () => {
  const { offer, close } = await makePublisher();
  const strange = 'a=candidate:1 1 udp 1 10.0.0.1 5000 typ host\r\na=setup-me: evil\r\n';
  const read = readOffer(`${offer}${strange}`);
  expect(read.media.map(({ kind }) => kind).sort()).toEqual(['audio', 'video']);
  expect(read.sdp).not.toMatch(/candidate|setup-me|10\.0\.0\.1/);
  expect(readOffer(read.sdp).sdp).toBe(read.sdp);
  await close();
});

test.each([
  ['no text', 'not_sdp', () => ''],
  ['no session', 'not_sdp', (offer: string) => offer.replace('v=0', 'v=1')],
  ['a line of no form', 'not_sdp', (offer: string) => `${offer}evil\r\n`],
  ['too many lines', 'not_sdp', (offer: string) => offer + 'a=x\r\n'.repeat(500)],
  ['no fingerprint', 'not_sdp', (offer: string) => offer.replaceAll(/a=fingerprint:.*\r\n/g, '')],
  ['a password with a line break', 'not_sdp', (offer: string) => offer.replaceAll(/a=ice-pwd:/g, 'a=ice-pwd:\ta')],
  ['no sender', 'no_media', (offer: string) => offer.replaceAll('a=sendonly', 'a=recvonly')],
  ['other codecs', 'no_media', (offer: string) => offer.replaceAll(/H264/gi, 'VP8')],
  ['three media', 'too_many_media', (offer: string) => offer + offer.slice(offer.indexOf('m='))],
  ['two transports', 'not_bundled', (offer: string) => offer.replace(/a=group:BUNDLE.*/, 'a=group:LS 0')],
])('[RTC1] an offer with %s is refused', async (_, fault, change) => {
  const { offer, close } = await makePublisher();
  expect(() => readOffer(change(offer))).toThrow(new BadOffer(fault as BadOffer['fault']));
  await close();
});

test('[RTC2] pictures come from single packets, aggregates and parts, and parameters before them', () => {
  const { video, frames, messages, sizes } = intake();
  video(1, 0, key);
  video(2, 3_000, slice);
  const large = Buffer.concat([Buffer.of(0x41), Buffer.alloc(3_000, 7)]);
  for (const [place, part] of inParts(large, 1_200).entries()) video(3 + place, 6_000, part, place === 2);
  expect(frames().map(({ isKey }) => isKey)).toEqual([true, false, false]);
  expect(frames()[0]!.data).toBe(`00000005${idr.toString('hex')}`);
  expect(frames()[2]!.data).toBe(`00000bb9${large.toString('hex')}`);
  expect(messages.slice(0, 2).map(({ kind }) => kind)).toEqual(['video', 'video']);
  const config = readVideoTag(messages[0]!.payload);
  expect([config.codec, config.kind]).toEqual(['h264', 'config']);
  expect(sizes).toEqual([{ width: 640, height: 360 }]);
});

test('[RTC2] packets are put in order, and after a loss nothing is shown until a key frame', () => {
  const { video, frames, advance } = intake();
  video(65_534, 0, key);
  video(0, 6_000, slice);
  expect(frames()).toHaveLength(1);
  video(65_535, 3_000, slice);
  expect(frames().map(({ timestamp }) => timestamp)).toEqual([0, 33, 67]);
  video(2, 12_000, slice);
  advance(300);
  video(3, 15_000, slice);
  expect(frames()).toHaveLength(3);
  video(4, 18_000, key);
  video(1, 9_000, slice);
  expect(frames().map(({ isKey }) => isKey)).toEqual([true, false, false, true]);
});

test('[RTC2] a part without its beginning and a broken aggregate make no picture', () => {
  const { video, frames } = intake();
  video(1, 0, key);
  video(2, 3_000, Buffer.from('5c4500', 'hex'));
  expect(frames()).toHaveLength(1);
  video(3, 6_000, key);
  video(4, 9_000, Buffer.from('78ffff00', 'hex'));
  expect(frames()).toHaveLength(2);
});

test('[RTC3] a picture that does not end and a flood are bounded', () => {
  const { video, frames, advance, messages } = intake();
  video(1, 0, key);
  const part = Buffer.concat([Buffer.of(0x5c, 0x05), Buffer.alloc(60_000)]);
  video(2, 3_000, Buffer.concat([Buffer.of(0x5c, 0x85), Buffer.alloc(60_000)]), false);
  for (let sequence = 3; sequence < 80; sequence += 1) video(sequence, 3_000, part, false);
  video(80, 3_000, Buffer.of(0x5c, 0x45, 0));
  expect(frames()).toHaveLength(1);
  advance(1_000);
  const count = messages.length;
  for (let sequence = 81; sequence < 30_081; sequence += 1) video(sequence, sequence * 90, key);
  expect(messages.length - count).toBeLessThanOrEqual(20_000);
});

test('[RTC4] sound and picture stand beside each other as the reports of their sender say', () => {
  const { video, audio, report, messages, advance } = intake();
  video(1, 2 ** 32 - 9_000, key);
  advance(200);
  audio(1, 5_000);
  const stamps = () => messages.filter(({ kind }) => kind === 'audio').map(({ timestamp }) => timestamp);
  expect(stamps()).toEqual([200, 200]);
  // The sound was recorded 100 ms after the picture, and was on its way for longer.
  report('video', { senderMs: 1_000_000, timestamp: 2 ** 32 - 9_000 });
  report('audio', { senderMs: 1_000_100, timestamp: 5_000 });
  audio(2, 5_960);
  expect(stamps().at(-1)).toBe(120);
  video(2, 0, slice);
  expect(messages.filter(({ kind }) => kind === 'video').at(-1)!.timestamp).toBe(100);
  expect(readAudioTag(messages.find(({ kind }) => kind === 'audio')!.payload)).toMatchObject({
    ...{ codec: 'opus', kind: 'config' },
  });
});

test('[RTC5] key frames are asked for at the beginning, after a loss and every two seconds', () => {
  const { video, asked, advance } = intake();
  advance(50);
  expect(asked).toEqual([]);
  video(1, 0, slice);
  advance(50);
  expect(asked).toEqual([100]);
  video(2, 3_000, key);
  advance(1_950);
  expect(asked).toEqual([100]);
  advance(50);
  expect(asked).toEqual([100, 2_100]);
  video(3, 6_000, key);
  video(5, 12_000, slice);
  advance(600);
  expect(asked).toEqual([100, 2_100, 2_700]);
});

test('[RTC8] the answer names the given addresses with the ports of the stream', () => {
  const ports = ['127.0.0.1 50001', '::1 50002'].map((one, place) => `a=candidate:${place} 1 udp 1 ${one} typ host`);
  const sdp = ['v=0', 'm=video 9 x 96', 'a=mid:0', ...ports, 'm=audio 9 x 97', 'a=mid:1', ...ports, ''].join('\r\n');
  const lines = answerLines(sdp, ['203.0.113.7', '2001:db8::1']).split('\r\n');
  const named = lines.filter((line) => line.startsWith('a=candidate'));
  expect(named.map((line) => line.split(' ').slice(4, 6))).toEqual([
    ['203.0.113.7', '50001'],
    ['2001:db8::1', '50002'],
  ]);
  expect(lines.indexOf(named[1]!)).toBeLessThan(lines.indexOf('m=audio 9 x 97'));
  expect(() => answerLines('v=0\r\n', ['203.0.113.7'])).toThrow('no UDP port is free');
});
