import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { afterAll, expect, test } from 'vitest';
import { type CodedFilm, codedMessages } from '../../../../drivers/muxing/coded-film.fixture.ts';
import { finishMp4 } from '../../../../drivers/muxing/finish-mp4.ts';
import { LiveStream } from '../../streams/air/live-stream.ts';
import { Recorder, type RecorderFault } from './recorder.ts';

const folder = mkdtempSync(join(tmpdir(), 'matinee-recorder-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(!hasFfmpeg).each<CodedFilm>([
  { video: 'hevc', audio: 'opus' },
  { video: 'av1', audio: 'opus' },
  { video: 'vp9', audio: 'aac' },
])('[REC3] [REC5] %j is recorded as it comes', async (film) => {
  const faults: RecorderFault[] = [];
  const path = join(folder, `${film.video}.mp4`);
  const recorder = new Recorder({
    pathOf: () => path,
    limits: () => ({ milliseconds: 60_000, bytes: 10_000_000 }),
    onFault: (fault) => faults.push(fault),
  });
  const stream = new LiveStream({ generationId: 'str_1', clock: new FakeClock() });
  expect(recorder.follow(stream)).toBe(true);
  for (const message of codedMessages(film)) stream.take(message);
  await recorder.end();
  expect(faults).toEqual([]);
  expect((await finishMp4(path))!.durationSeconds).toBeCloseTo(3, 0);
  const bytes = readFileSync(path);
  const { complaints, frames } = judge(bytes, 'mp4');
  expect([complaints, frames[film.video!], Object.keys(frames).length]).toEqual(['', 75, 2]);
  // The size of the pictures, as their sample entry has it.
  const entry = bytes.lastIndexOf({ hevc: 'hvc1', av1: 'av01', vp9: 'vp09', h264: 'avc1' }[film.video!]);
  expect([bytes.readUInt16BE(entry + 28), bytes.readUInt16BE(entry + 30)]).toEqual([160, 90]);
});
