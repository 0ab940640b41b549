import { expect, test } from 'vitest';
import { BrokenMedia } from './broken-media.ts';
import { flvTag } from './flv-film.fixture.ts';
import { FlvReader, type FlvTag } from './flv-reader.ts';
import { flvHeader } from './flv-tags.ts';

const sound = Buffer.from('af01211045', 'hex');
const keyFrame = Buffer.from('17010000000000000565888040ff', 'hex');

function readIn(pieces: readonly Buffer[]): FlvTag[] {
  const read: FlvTag[] = [];
  const reader = new FlvReader((message) => void read.push(message));
  for (const piece of pieces) reader.push(piece);
  return read;
}

test('[MX11] tags are read however they were cut, with long time stamps', () => {
  const header = flvHeader({ hasAudio: true, hasVideo: true });
  const bytes = Buffer.concat([header, flvTag('audio', 7, sound), flvTag('video', 0x1234_5678, keyFrame)]);
  const whole = readIn([bytes]);
  expect(whole.map(({ kind, timestamp }) => [kind, timestamp])).toEqual([
    ['audio', 7],
    ['video', 0x1234_5678],
  ]);
  expect(whole.at(-1)?.payload).toEqual(keyFrame);
  expect(readIn([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
});

test('[MX11] what is no FLV, is encrypted or too long is refused, and nothing is set aside for what is announced', () => {
  const header = flvHeader({ hasAudio: true, hasVideo: true });
  const long = Buffer.from(header);
  long.writeUInt32BE(0xffff_ffff, 5);
  const encrypted = flvTag('video', 0, keyFrame);
  encrypted[0] = 0x29;
  const huge = flvTag('video', 0, keyFrame);
  huge.writeUIntBE(0xff_ffff, 1, 3);
  for (const bad of [Buffer.from('<!DOCTYPE html>'), long, Buffer.concat([header, encrypted])])
    expect(() => readIn([bad])).toThrow(BrokenMedia);
  expect(() => readIn([header, huge])).toThrow(BrokenMedia);
  const announced = flvTag('video', 0, keyFrame);
  announced.writeUIntBE(4 * 1_048_576, 1, 3);
  const before = process.memoryUsage().arrayBuffers;
  for (let times = 0; times < 50; times += 1) readIn([header, announced]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1_048_576);
});
