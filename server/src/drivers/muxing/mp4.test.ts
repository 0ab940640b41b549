import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { toMp4Picture } from './av1-pictures.ts';
import { BrokenMedia } from './broken-media.ts';
import { finishMp4 } from './finish-mp4.ts';
import { fragment, fragmentsHead, type Mp4Sample } from './mp4-fragments.ts';
import { checkTrack, type Mp4Track } from './mp4-tracks.ts';

const folder = mkdtempSync(join(tmpdir(), 'matinee-mp4-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tracks: Mp4Track[] = [
  {
    kind: 'video',
    codec: 'h264',
    config: Buffer.from('0164001fffe100046764000101000268ee', 'hex'),
    width: 160,
    height: 90,
  },
  { kind: 'audio', codec: 'aac', config: Buffer.from('1210', 'hex') },
];
const sample = (dtsMs: number, isKey: boolean): Mp4Sample => ({
  ...{ dtsMs, isKey, durationMs: 40, compositionMs: 0 },
  bytes: Buffer.from(`frame at ${dtsMs}.`),
});
const first = fragment(1, [[sample(0, true), sample(40, false)], [sample(20, true)]]);
const second = fragment(2, [[sample(80, true)], [sample(60, true)]]);

function write(...parts: readonly Buffer[]): string {
  const path = join(folder, `${Math.random()}.mp4`);
  writeFileSync(path, Buffer.concat(parts));
  return path;
}
const boxesOf = (bytes: Buffer) => {
  const types: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const short = bytes.readUInt32BE(at);
    types.push(bytes.toString('latin1', at + 4, at + 8));
    at += short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
  }
  return types;
};

test('[MX7] fragments become one box with an index behind it, and every frame stays where it was', async () => {
  const path = write(fragmentsHead(tracks), first, second);
  const finished = await finishMp4(path);
  const bytes = readFileSync(path);
  expect(finished).toEqual({ durationSeconds: 0.12, sizeBytes: bytes.length });
  expect(boxesOf(bytes)).toEqual(['ftyp', 'mdat', 'moov']);
  const chunks = bytes.lastIndexOf('co64', bytes.lastIndexOf('trak'));
  const at = Number(bytes.readBigUInt64BE(chunks + 12));
  expect(bytes.toString('latin1', at, at + 11)).toBe('frame at 0.');
});

test('[MX8] what was cut off in the middle is left out, and finishing again gives the same', async () => {
  const whole = write(fragmentsHead(tracks), first);
  await finishMp4(whole);
  const cut = write(fragmentsHead(tracks), first, second);
  truncateSync(cut, readFileSync(cut).length - 3);
  expect(await finishMp4(cut)).toEqual({ durationSeconds: 0.08, sizeBytes: readFileSync(whole).length });
  expect(readFileSync(cut)).toEqual(readFileSync(whole));
  appendFileSync(cut, 'half an index');
  await finishMp4(cut);
  expect(readFileSync(cut)).toEqual(readFileSync(whole));
});

test('[MX8] a file without a whole frame is none', async () => {
  expect(await finishMp4(write(fragmentsHead(tracks)))).toBeUndefined();
  expect(await finishMp4(write(fragmentsHead(tracks).subarray(0, 40)))).toBeUndefined();
  expect(await finishMp4(write())).toBeUndefined();
});

test('[MX1] a configuration that decoders could not read is refused', () => {
  for (const track of tracks)
    expect(() => checkTrack({ ...track, config: Buffer.from('01', 'hex') })).toThrow(BrokenMedia);
});

test('[MX9] a picture of AV1 is without the delimiter that streams have', () => {
  const picture = Buffer.from('0a0b0000002cd59f3fddaf9901', 'hex');
  expect(toMp4Picture(Buffer.concat([Buffer.of(0x12, 0), picture]))).toEqual(picture);
  expect(toMp4Picture(picture)).toEqual(picture);
});
