/** Viewers of the WebRTC library, with a clock that the tests move. */
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterEach, expect, test } from 'vitest';
import { aggregate, idr, pps, sps } from '../publisher.fixture.ts';
import { BadOffer } from '../sdp.ts';
import { readViewerOffer } from '../viewer-offer.ts';
import { Audience } from './audience.ts';
import { toPayloads } from './payloads.ts';
import type { SenderNews } from './sender-messages.ts';
import { makeViewer, type TestViewer } from './viewer.fixture.ts';

const withLength = (unit: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(unit.length);
  return Buffer.concat([length, unit]);
};
const slice = Buffer.from('41aabbcc', 'hex');
const high = 100;

let open: { audience: Audience; viewers: TestViewer[] }[] = [];
afterEach(async () => {
  for (const { audience, viewers } of open) {
    for (const [place, viewer] of viewers.entries()) {
      audience.hear({ kind: 'leave', viewer: String(place) });
      await viewer.close();
    }
  }
  open = [];
});

function start() {
  const clock = new FakeClock();
  const news: SenderNews[] = [];
  const task = { addresses: ['127.0.0.1'], ports: undefined };
  const audience = new Audience({ ...task, clock, zeroMs: 1_000_000, tell: (one) => news.push(one) });
  const viewers: TestViewer[] = [];
  open.push({ audience, viewers });
  audience.hear({ kind: 'config', lengthBytes: 4, units: [sps, pps] });
  const picture = (ms: number, unit: Buffer) =>
    audience.hear({ kind: 'picture', ms, isKey: unit === idr, bytes: withLength(unit) });
  return {
    ...{ audience, clock, news, picture },
    async admit(accepts = true) {
      const viewer = await makeViewer();
      viewers.push(viewer);
      const name = String(viewers.length - 1);
      audience.hear({ kind: 'admit', viewer: name, offer: readViewerOffer(viewer.offer, high) });
      const answer = await until('there is an answer', () =>
        news.find((one) => one.kind === 'answer' && one.viewer === name),
      );
      if (!accepts || answer.kind !== 'answer') return viewer;
      await viewer.accept(answer.sdp);
      await until('it is connected', () => news.some((one) => one.kind === 'connected' && one.viewer === name));
      return viewer;
    },
    gone: () => news.filter(({ kind }) => kind === 'gone').length,
  };
}
const hex = ({ heard }: TestViewer) => heard.video.map(({ payload }) => payload.toString('hex'));

test('[RTC9] of the offered H.264 the least profile is taken that decodes the stream', async () => {
  const { offer, close } = await makeViewer();
  const lines = offer.split('\r\n');
  const at = lines.findIndex((line) => line.includes('profile-level-id=64'));
  const [, type = ''] = /^a=fmtp:(\d+)/.exec(lines[at]!)!;
  const baseline = [`a=rtpmap:120 H264/90000`, lines[at]!.replace(type, '120').replace('id=64001f', 'id=42e01f')];
  const both = lines.toSpliced(at + 1, 0, ...baseline).join('\r\n');
  const two = both.replace(/^(m=video .*)$/m, (line) => `${line} 120`);
  const taken = (profile: number) => /^m=video 9 \S+ (\d+)/m.exec(readViewerOffer(two, profile).sdp)![1];
  expect([taken(66), taken(77), taken(100)]).toEqual(['120', type, type]);
  expect(readViewerOffer(offer.replaceAll('id=64', 'id=4d'), 100).sdp).toContain('id=4d');
  const strange = 'a=candidate:1 1 udp 1 10.0.0.1 5000 typ host\r\na=setup-me: evil\r\n';
  expect(readViewerOffer(`${offer}${strange}`, 66).sdp).not.toMatch(/candidate|setup-me|10\.0\.0\.1/);
  for (const refuse of [
    () => readViewerOffer(offer.replaceAll('id=64', 'id=f4'), 100),
    () => readViewerOffer(offer.replaceAll('packetization-mode=1', 'packetization-mode=0'), 66),
    () => readViewerOffer(offer.replaceAll('a=recvonly', 'a=sendonly'), 66),
  ])
    expect(refuse).toThrow(new BadOffer('no_media'));
  await close();
});

test('[RTC10] units fit into packets, in parts where they are large, and parameter sets stand before a key frame', () => {
  const sets = { lengthBytes: 4, units: [sps, pps] };
  const delimiter = Buffer.of(0x09, 0xf0);
  const key = Buffer.concat([withLength(delimiter), withLength(idr)]);
  expect(toPayloads(key, sets, true)!.map(String)).toEqual([aggregate(sps, pps), idr].map(String));
  const large = Buffer.concat([Buffer.of(0x41), Buffer.alloc(3_000, 7)]);
  const parts = toPayloads(withLength(large), sets, false)!;
  expect(parts.map(({ length }) => length)).toEqual([1_160, 1_160, 686]);
  expect(parts.map((part) => part.subarray(0, 2).toString('hex'))).toEqual(['5c81', '5c01', '5c41']);
  expect(Buffer.concat(parts.map((part) => part.subarray(2)))).toEqual(large.subarray(1));
  expect(toPayloads(Buffer.from('000000ff41', 'hex'), sets, false)).toBeUndefined();
});

test('[RTC11] a newcomer gets what came since the last key frame, at times that are close', async () => {
  const { picture, admit } = start();
  picture(0, idr);
  picture(40, slice);
  picture(1_000, idr);
  picture(1_040, slice);
  picture(1_080, slice);
  const viewer = await admit();
  await until('all of it came', () => viewer.heard.video.length >= 4);
  expect(hex(viewer).slice(1)).toEqual([idr, slice, slice].map((unit) => unit.toString('hex')));
  const stamps = viewer.heard.video.map(({ header }) => header.timestamp);
  expect(stamps).toEqual([1_078, 1_078, 1_079, 1_080].map((ms) => ms * 90));
  picture(1_120, slice);
  await until('the next one came', () => viewer.heard.video.length >= 5);
  expect(viewer.heard.video.at(-1)!.header.timestamp).toBe(1_120 * 90);
});

test('[RTC11] where that is too much, the newcomer waits for the next key frame', async () => {
  const { picture, admit } = start();
  picture(0, idr);
  for (let ms = 1; ms <= 1_800; ms += 1) picture(ms, slice);
  const viewer = await admit();
  picture(2_000, slice);
  picture(2_040, idr);
  await until('a key frame came', () => viewer.heard.video.length >= 2);
  expect(hex(viewer)[1]).toBe(idr.toString('hex'));
  expect(viewer.heard.video[0]!.header.timestamp).toBe(2_040 * 90);
});

test('[RTC15] a part at which the thread fails is waited for no longer', () => {
  const { audience, news } = start();
  const broken = { length: 5 } as Uint8Array;
  expect(() => audience.hear({ kind: 'sound', ms: 0, bytes: broken })).toThrow();
  expect(news).toEqual([{ kind: 'took', bytes: 5 }]);
});

test('[RTC12] what is lost is sent once more', async () => {
  const { picture, admit } = start();
  picture(0, idr);
  const viewer = await admit();
  await until('it came', () => viewer.heard.video.length >= 2);
  await viewer.lose([viewer.heard.video[1]!.header.sequenceNumber]);
  await until('it came again', () => viewer.heard.video.length >= 3);
  expect(hex(viewer)[2]).toBe(idr.toString('hex'));
});

test('[RTC13] packets go out in steps, and what is too much is left out up to a key frame', async () => {
  const { audience, picture, admit, clock } = start();
  const viewer = await admit();
  const large = Buffer.concat([idr, Buffer.alloc(1_160 * 100)]);
  const key = (ms: number) => audience.hear({ kind: 'picture', ms, isKey: true, bytes: withLength(large) });
  key(0);
  await until('the first step came', () => viewer.heard.video.length >= 32);
  expect(viewer.heard.video.length).toBe(32);
  for (let ms = 40; ms < 40 * 30; ms += 40) key(ms);
  picture(1_200, slice);
  for (let step = 0; step < 200; step += 1) clock.advance(5);
  picture(1_240, slice);
  key(1_280);
  for (let step = 0; step < 200; step += 1) clock.advance(5);
  const last = 1_280 * 90;
  await until('the last one came', () => viewer.heard.video.some(({ header }) => header.timestamp === last));
  expect(hex(viewer)).not.toContain(slice.toString('hex'));
});

test('[RTC14] who does not connect within ten seconds is gone', async () => {
  const { admit, clock, audience, gone } = start();
  await admit(false);
  clock.advance(10_000);
  audience.look();
  expect(gone()).toBe(0);
  clock.advance(1_000);
  audience.look();
  expect(gone()).toBe(1);
});

test('[RTC14] [RTC16] who says nothing for 15 seconds is gone, and meanwhile gets reports', async () => {
  const { admit, clock, audience, picture, gone } = start();
  picture(2_000, idr);
  const viewer = await admit();
  const { receiver } = viewer.peer.getTransceivers().find(({ kind }) => kind === 'video')!;
  const reports: { ntpTimestamp: bigint; rtpTimestamp: number }[] = [];
  receiver.track.onReceiveRtcp.subscribe((packet) => {
    if ('senderInfo' in packet) reports.push(packet.senderInfo);
  });
  await until('a picture came', () => viewer.heard.video.length >= 2);
  audience.look();
  await until('a report came', () => reports.length > 0);
  expect(Number(reports[0]!.ntpTimestamp >> 32n)).toBe(2_208_988_800 + 1_002);
  expect(reports[0]!.rtpTimestamp).toBe(2_000 * 90);
  await viewer.close();
  clock.advance(15_000);
  audience.look();
  expect(gone()).toBe(0);
  clock.advance(1_000);
  audience.look();
  expect(gone()).toBe(1);
});
