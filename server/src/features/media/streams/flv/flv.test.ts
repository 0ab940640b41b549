import { Writable } from 'node:stream';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { describe, expect, test } from 'vitest';
import { filmedMessages, readFlv } from '../../../../drivers/muxing/flv-film.fixture.ts';
import { decodeAmf0 } from '../../../../drivers/rtmp/amf0.ts';
import { LiveStream } from '../air/live-stream.ts';
import { FlvReader, type OnlyTrack } from './flv-reader.ts';
import { serveFlv } from './serve-flv.ts';

/** A reader that reads as fast as the test allows. */
class Reader extends Writable {
  readonly taken: Buffer[] = [];
  /** Writes to the network. */
  sent = 0;
  isStalled = false;
  #go: (() => void) | undefined;

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.taken.push(chunk);
    if (this.isStalled) this.#go = done;
    else done();
  }

  override _writev(chunks: { readonly chunk: Buffer }[], done: () => void): void {
    this.sent += 1;
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), '', done);
  }

  goOn(): void {
    this.isStalled = false;
    this.#go?.();
  }

  get bytes(): Buffer {
    return Buffer.concat(this.taken);
  }
}

function attach(stream: LiveStream, only?: OnlyTrack): Reader {
  const out = new Reader();
  const reader = new FlvReader({ out, stream, only, onDone: () => out.end() });
  stream.attach(reader);
  reader.begin();
  return out;
}

const clock = new FakeClock();
const make = () => new LiveStream({ generationId: 'str_1', clock });
const config = {
  video: Buffer.from('17000000000164001fffe100046764000101000268ee', 'hex'),
  audio: Buffer.from('af001210', 'hex'),
};

/** A stream of pictures of 256 KiB, 25 a second, with a key frame each second. */
function begin() {
  const stream = make();
  stream.take({ kind: 'video', timestamp: 0, payload: config.video });
  stream.take({ kind: 'audio', timestamp: 0, payload: config.audio });
  let ms = 0;
  const film = (pictures: number) => {
    for (let i = 0; i < pictures; i += 1, ms += 40) {
      const kind = ms % 1_000 === 0 ? '1701000000' : '2701000000';
      stream.take({
        kind: 'video',
        timestamp: ms,
        payload: Buffer.concat([Buffer.from(kind, 'hex'), Buffer.alloc(262_144)]),
      });
    }
  };
  return { stream, film };
}

describe.skipIf(!hasFfmpeg)('FLV, judged by ffmpeg', () => {
  test('[LS22] who comes in the middle gets a stream that decodes from its first picture on', () => {
    const stream = make();
    const film = filmedMessages(4);
    const half = Math.floor(film.length / 2);
    for (const message of film.slice(0, half)) stream.take(message);
    const reader = attach(stream);
    for (const message of film.slice(half)) stream.take(message);
    const { complaints, frames, starts } = judge(reader.bytes, 'flv');
    expect(complaints).toBe('');
    expect(frames['h264']).toBeGreaterThanOrEqual(50);
    expect(Math.min(...Object.values(starts))).toBeLessThan(0.1);
  });

  test('[LS28] one track is had without the other', () => {
    const stream = make();
    const film = filmedMessages(2);
    for (const message of film.slice(0, 10)) stream.take(message);
    const [sound, picture] = [attach(stream, 'audio'), attach(stream, 'video')];
    for (const message of film.slice(10)) stream.take(message);
    expect(Object.keys(judge(sound.bytes, 'flv').frames)).toEqual(['aac']);
    expect(Object.keys(judge(picture.bytes, 'flv').frames)).toEqual(['h264']);
  });
});

test('[LS24] a reader that stands still costs little, and goes on at a key frame without a gap', () => {
  const { stream, film } = begin();
  film(5);
  const [slow, quick] = [attach(stream), attach(stream)];
  slow.isStalled = true;
  film(250);
  expect(slow.writableLength).toBeLessThan(5 * 1_048_576);
  expect(quick.writableLength).toBe(0);
  slow.goOn();
  film(50);
  const tags = readFlv(slow.bytes).filter(({ kind, payload }) => kind === 'video' && payload[1] === 1);
  const steps = tags.slice(1).map(({ timestamp }, i) => timestamp - tags[i]!.timestamp);
  expect(Math.max(...steps)).toBeLessThanOrEqual(40);
  expect(Math.min(...steps)).toBeGreaterThan(0);
  const after = tags[steps.findIndex((step) => step !== 40) + 1];
  expect(after!.payload[0]).toBe(0x17);
  expect(tags.length).toBeLessThan(readFlv(quick.bytes).length - 150);
});

test('[LS26] a reader is told the date of its beginning, and another one after what was left out', () => {
  const { stream, film } = begin();
  film(30);
  const reader = attach(stream);
  reader.isStalled = true;
  film(70);
  reader.goOn();
  film(30);
  const dates = readFlv(reader.bytes)
    .filter(({ kind }) => kind === 'data')
    .map(({ payload }) => (decodeAmf0(payload)[1] as ReadonlyMap<string, number>).get('zero_ms')! - stream.zeroMs);
  expect(dates[0]).toBe(1_000);
  expect(dates).toHaveLength(2);
  expect(dates[1]).toBeGreaterThan(1_500);
});

test('[LS86] a picture and the sound before it are one write, sound alone is not kept waiting for long', () => {
  const { stream, film } = begin();
  const sound = (ms: number) =>
    stream.take({ kind: 'audio', timestamp: ms, payload: Buffer.from('af0121aabb', 'hex') });
  const tagsOf = (reader: Reader) => readFlv(reader.bytes).length;
  film(1);
  for (let ms = 1; ms <= 20; ms += 1) sound(ms);
  const reader = attach(stream);
  // The first picture is as large as what is written at once.
  expect([reader.sent, tagsOf(reader)]).toEqual([2, 24]);
  sound(30);
  sound(35);
  expect(reader.sent).toBe(2);
  film(1);
  expect([reader.sent, tagsOf(reader)]).toEqual([3, 27]);
  for (let ms = 50; ms < 58; ms += 1) sound(ms);
  expect([reader.sent, tagsOf(reader)]).toEqual([5, 35]);
  sound(60);
  stream.end();
  expect(tagsOf(reader)).toBe(36);
});

test('[LS25] a reader that takes nothing for 30 seconds of the stream is gone', () => {
  const { stream, film } = begin();
  film(1);
  const reader = attach(stream);
  reader.isStalled = true;
  film(25 * 29);
  expect(reader.destroyed).toBe(false);
  film(25 * 4);
  expect(reader.destroyed).toBe(true);
});

test('[LS20] readers of one stream have a limit', async () => {
  const { stream, film } = begin();
  film(1);
  const reader = { onTag: () => undefined, onChanged: () => undefined, onEnd: () => undefined };
  while (stream.attach({ ...reader }));
  expect(stream.readerCount).toBe(2_000);
  const refused = serveFlv(stream, undefined, new AbortController().signal);
  await expect(refused).rejects.toMatchObject({ reason: 'streams.too_many_readers' });
});

test('[LS27] the answer ends where the tracks become others', () => {
  const { stream, film } = begin();
  film(1);
  const reader = attach(stream);
  stream.take({ kind: 'audio', timestamp: 50, payload: Buffer.from('af001190', 'hex') });
  expect(reader.writableEnded).toBe(true);
});
