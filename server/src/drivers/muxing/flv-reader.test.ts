import { expect, test } from 'vitest';
import { flvHeader } from '../../../../drivers/muxing/flv-tags.ts';
import type { MediaMessage } from '../../../../drivers/rtmp/session.ts';
import { keyFrame } from '../../streams/streams.fixture.ts';
import { flvBeginning, flvTag } from '../pull.fixture.ts';
import { FlvReader } from './flv-reader.ts';

function readIn(pieces: readonly Buffer[]): MediaMessage[] {
  const read: MediaMessage[] = [];
  const reader = new FlvReader((message) => void read.push(message));
  for (const piece of pieces) reader.push(piece);
  return read;
}

test('[LV1] tags are read however they were cut, with long time stamps', () => {
  const bytes = Buffer.concat([flvBeginning(), flvTag('video', 0x1234_5678, keyFrame)]);
  const whole = readIn([bytes]);
  expect(whole.map(({ kind, timestamp }) => [kind, timestamp])).toEqual([
    ['video', 0],
    ['audio', 0],
    ['video', 0],
    ['video', 0x1234_5678],
  ]);
  expect(whole.at(-1)?.payload).toEqual(keyFrame);
  expect(readIn([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
});

test('[LV1] what is no FLV, is encrypted or too long is refused, and nothing is set aside for what is announced', () => {
  const header = flvHeader({ hasAudio: true, hasVideo: true });
  const long = Buffer.from(header);
  long.writeUInt32BE(0xffff_ffff, 5);
  const encrypted = flvTag('video', 0, keyFrame);
  encrypted[0] = 0x29;
  const huge = flvTag('video', 0, keyFrame);
  huge.writeUIntBE(0xff_ffff, 1, 3);
  for (const bad of [Buffer.from('<!DOCTYPE html>'), long, Buffer.concat([header, encrypted])])
    expect(() => readIn([bad])).toThrow('not_live');
  expect(() => readIn([header, huge])).toThrow('not_live');
  const announced = flvTag('video', 0, keyFrame);
  announced.writeUIntBE(4 * 1_048_576, 1, 3);
  const before = process.memoryUsage().arrayBuffers;
  for (let times = 0; times < 50; times += 1) readIn([header, announced]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1_048_576);
});
