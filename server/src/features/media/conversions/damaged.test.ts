import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { damaged } from '@matinee/testkit/films/damaged-film.ts';
import { encodedBytes } from '@matinee/testkit/films/encoded.ts';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg, serveMadeFiles } from '@matinee/testkit/media.ts';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cinema, startCinema } from '../proxy/proxy.fixture.ts';

const seconds = 12;
const picture = (size: string) => ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=${seconds}`];
const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:beep_factor=4:sample_rate=48000:duration=${seconds}`];
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-g', '25', '-bf', '2'];
const television = ['-c:v', 'mpeg2video', '-g', '12', '-b:v', '800k', '-c:a', 'mp2'];

function recording(coding: readonly string[], size = '320x180', more: readonly string[] = []): Buffer {
  return encodedBytes([...picture(size), ...sound, ...coding, ...more], 'film.ts');
}

/** Recordings that were not received well, and what else recordings do. */
function filmsOf(): Record<string, Buffer> {
  const plain = recording([...h264, '-c:a', 'aac']);
  const old = recording(television);
  const packets = Math.floor(plain.length / 188);
  const both = { seconds, atSecond: 5 };
  return {
    'noise.ts': damaged(plain, 'unmarked-noise', both),
    'lost-bytes.ts': damaged(plain, 'lost-bytes', both),
    'old-noise.ts': damaged(old, 'unmarked-noise', both),
    'begins-anywhere.ts': plain.subarray(Math.floor(packets / 16) * 188 + 77),
    'other-sound.ts': Buffer.concat([
      recording([...h264, '-c:a', 'ac3']),
      recording([...h264, '-c:a', 'ac3', '-ac', '6'], '320x180', ['-output_ts_offset', String(seconds)]),
    ]),
    'other-size.ts': Buffer.concat([
      recording([...h264, '-c:a', 'aac'], '320x180'),
      recording([...h264, '-c:a', 'aac'], '256x180', ['-output_ts_offset', String(seconds)]),
    ]),
  };
}

/** With the number of their pictures. */
const names = [
  ['noise.ts', 300],
  ['lost-bytes.ts', 300],
  ['old-noise.ts', 300],
  ['begins-anywhere.ts', 281],
  ['other-size.ts', 600],
  ['other-sound.ts', 600],
] as const;

/** When the first picture is shown, in seconds. */
async function startOf(bytes: Buffer): Promise<number> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  return (await input.getPrimaryVideoTrack())!.getFirstTimestamp();
}

describe.skipIf(!hasFfmpeg)('recordings of television that are damaged', () => {
  let cinema: Cinema;
  let films: Awaited<ReturnType<typeof serveMadeFiles>>;

  beforeAll(async () => {
    films = await serveMadeFiles((folder) => {
      for (const [name, bytes] of Object.entries(filmsOf())) writeFileSync(join(folder, name), bytes);
    });
    cinema = await startCinema({ config: { 'conversion.enabled': true } });
  }, 120_000);
  afterAll(async () => {
    films?.close();
    await cinema?.server.stop();
  });

  /** The addresses in a playlist. */
  async function read(url: string): Promise<readonly string[]> {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const lines = (await answer.text()).split('\n').filter((line) => line !== '');
    const named = lines.flatMap((line) => /URI="([^"]+)"/.exec(line)?.[1] ?? (line.startsWith('#') ? [] : line));
    return named.map((address) => new URL(address, url).href);
  }

  async function bytesOf(addresses: readonly string[]): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (const address of addresses) {
      const answer = await fetch(address);
      expect(answer.status, address).toBe(200);
      parts.push(Buffer.from(await answer.arrayBuffer()));
    }
    return Buffer.concat(parts);
  }

  /** The addresses of the parts of a rendition, by the beginning of its name. */
  async function rendition(name: string, kind: string): Promise<readonly string[]> {
    const key = { ...(await cinema.add(`${films.url}/${name}`)), noun: 'conversion', mode: '' };
    const master = await read(cinema.urlFor(key));
    return read(master.find((address) => address.includes(`/conversion/${kind}`))!);
  }

  test.each(names)('[CV18] %s can be watched whole, and begun behind the damage', async (name, pictures) => {
    const [init, ...segments] = (await rendition(name, 'h264')) as [string, ...string[]];
    // Reading begins in the middle of the film.
    const late = await bytesOf([init, segments[3]!]);
    expect(await startOf(late)).toBeCloseTo(6, 2);
    const whole = await bytesOf([init, ...segments]);
    const { complaints, frames } = judge(whole, 'mp4');
    expect(complaints).toBe('');
    // Where another broadcast begins, two pictures have one time.
    expect(frames['h264']).toBeGreaterThan(pictures - 4);
    expect(frames['h264']).toBeLessThan(pictures + 2);
    const heard = judge(await bytesOf(await rendition(name, 'sound')), 'mp4');
    expect(heard.complaints).toBe('');
    // Packets of 1 024 samples; a part of the end may be missing.
    expect(heard.frames['aac']).toBeGreaterThan((pictures / 25) * 46);
  });
});
