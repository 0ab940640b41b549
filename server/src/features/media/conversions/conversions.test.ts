import { type BroughtFilm, broughtFilms, noFilms, serveBroughtFilms } from '@matinee/testkit/films/brought-films.ts';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cinema, startCinema } from '../proxy/proxy.fixture.ts';
import type { ResourceKey } from '../proxy/proxy.port.ts';

/** What a player reads of a playlist. */
interface Playlist {
  readonly lines: readonly string[];
  readonly addresses: readonly string[];
}

/** When the first picture is shown, in seconds. */
async function startOf(bytes: Buffer): Promise<number> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  return track!.getFirstTimestamp();
}

describe.skipIf(!hasFfmpeg)('films are converted by ffmpeg', () => {
  let cinema: Cinema;
  let films: Awaited<ReturnType<typeof serveBroughtFilms>>;
  /** Paths of requests to the server of films. */
  const asked: string[] = [];

  beforeAll(async () => {
    films = await serveBroughtFilms(({ url }) => {
      asked.push(url ?? '');
      return false;
    });
    cinema = await startCinema({ config: { 'conversion.enabled': true } });
  }, 120_000);
  afterAll(async () => {
    films?.close();
    await cinema?.server.stop();
  });

  async function add(name: string): Promise<ResourceKey> {
    return { ...(await cinema.add(`${films.url}/${name}`)), noun: 'conversion', mode: '' };
  }

  async function read(url: string): Promise<Playlist> {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const lines = (await answer.text()).split('\n').filter((line) => line !== '');
    const named = lines.flatMap((line) => /URI="([^"]+)"/.exec(line)?.[1] ?? (line.startsWith('#') ? [] : line));
    return { lines, addresses: named.map((address) => new URL(address, url).href) };
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

  /** The playlist of a rendition by its name, or the beginning of that. */
  async function rendition(key: ResourceKey, name: string): Promise<Playlist> {
    const master = await read(cinema.urlFor(key));
    return read(master.addresses.find((address) => address.includes(`/conversion/${name}`))!);
  }

  test.each(Object.keys(broughtFilms) as BroughtFilm[])('[CV1] [CV5] %s can be watched whole', async (name) => {
    const master = await read(cinema.urlFor(await add(name)));
    const names = master.addresses.map((address) => /conversion\/([^/]+)/.exec(address)![1]!);
    const picture = master.addresses.find((_, i) => !names[i]!.startsWith('sound'));
    const sound = master.addresses.find((_, i) => names[i]!.startsWith('sound'));
    const { frames } = broughtFilms[name];
    if (picture) {
      const bytes = await bytesOf((await read(picture)).addresses);
      const { complaints, frames: found } = judge(bytes, 'mp4');
      expect({ complaints, start: await startOf(bytes) }).toEqual({ complaints: '', start: 0 });
      const [count = 0] = Object.values(found);
      // Where the first picture comes late, it is shown from the beginning on.
      expect([frames, frames + 1]).toContain(count);
    } else expect(frames).toBe(0);
    if (sound) {
      const { complaints, frames: packets } = judge(await bytesOf((await read(sound)).addresses), 'mp4');
      expect(complaints).toBe('');
      // Eight seconds of packets of 1 024 samples.
      expect(packets['aac']).toBeGreaterThan(330);
    } else expect(broughtFilms[name]).toHaveProperty('isSilent');
  });

  test('[CV2] pictures that browsers know are copied, others are coded anew', async () => {
    const namesIn = async (name: string) =>
      (await read(cinema.urlFor(await add(name)))).addresses.map((address) => /conversion\/([^/]+)/.exec(address)![1]);
    expect(await namesIn('ac3.mkv')).toEqual(['sound-1', 'copy']);
    expect(await namesIn('hevc.mkv')).toEqual(['sound-1', 'copy', 'h264-180']);
    expect(await namesIn('ten-bit.mkv')).toEqual(['sound-1', 'h264-180']);
  });

  test('[CV3] every sound track is offered, with its language and name', async () => {
    const { lines } = await read(cinema.urlFor(await add('two-sounds.mkv')));
    const told = lines.filter((line) => line.startsWith('#EXT-X-MEDIA')).map((line) => line.replace(/,URI=.*/, ''));
    const sound = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound"';
    expect(told).toEqual([
      `${sound},NAME="eng",LANGUAGE="eng",DEFAULT=YES,AUTOSELECT=YES`,
      `${sound},NAME="Kommentar",LANGUAGE="deu",DEFAULT=NO,AUTOSELECT=YES`,
    ]);
  });

  test.each([
    ['ac3.mkv', 'copy'],
    ['old.avi', 'h264'],
  ])('[CV7] a segment of %s is the same, wherever reading began', async (name, kind) => {
    const whole = await rendition(await add(name), kind);
    const [init, first, second] = whole.addresses as [string, string, string];
    // Reading begins at the second segment.
    const late = await bytesOf([init, second]);
    const length = Number(/#EXTINF:([\d.]+)/.exec(whole.lines.join('\n'))![1]);
    expect(await startOf(late)).toBeCloseTo(length, 3);
    expect(length).toBeCloseTo(2, 1);
    const [count] = Object.values(judge(late, 'mp4').frames);
    const { frames: both, complaints } = judge(
      Buffer.concat([await bytesOf([init, first]), await bytesOf([second])]),
      'mp4',
    );
    expect({ both: Object.values(both), complaints }).toEqual({ both: [50 + count!], complaints: '' });
  });

  test.each(noFilms)('[CV11] %s is refused in words', async (name) => {
    const answer = await fetch(cinema.urlFor(await add(name)));
    expect({ status: answer.status, code: (await answer.json()).code }).toEqual({
      status: 409,
      code: 'conversions.unreadable',
    });
  });

  test('[CV6] a file that names another film leads nowhere', async () => {
    const key = await add('list.mkv');
    asked.splice(0);
    expect((await fetch(cinema.urlFor(key))).status).toBe(409);
    expect(new Set(asked)).toEqual(new Set(['/list.mkv']));
  });

  test('[CV4] wide colours, half pictures and narrow pixels become those of usual screens', async () => {
    const bytes = await bytesOf((await rendition(await add('television.mkv'), 'h264')).addresses);
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
    const track = (await input.getPrimaryVideoTrack())!;
    expect([await track.getDisplayWidth(), await track.getDisplayHeight()]).toEqual([426, 240]);
    expect(judge(bytes, 'mp4').complaints).toBe('');
    const { complaints } = judge(await bytesOf((await rendition(await add('hdr.mkv'), 'h264')).addresses), 'mp4');
    expect(complaints).toBe('');
  });

  test('[CV5] an address serves its viewer and its rendition alone', async () => {
    const key = await add('two-sounds.mkv');
    const master = await read(cinema.urlFor(key));
    const [one, two] = master.addresses as [string, string];
    const strange = new URL(two);
    strange.search = new URL(one).search;
    expect((await fetch(strange)).status).toBe(403);
    expect((await fetch(cinema.urlFor(key).replace(/sig=[^&]{4}/, 'sig=AAAA'))).status).toBe(403);
  });
});
