import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { encode } from '@matinee/testkit/films/encoded.ts';
import { hasFfmpeg, serveMadeFiles } from '@matinee/testkit/media.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ffmpeg, type FfmpegRun, makeFfmpegFinder } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { systemClock } from '../../../../kernel/clock.ts';
import { makeLog } from '../../../../kernel/log.ts';
import { makeEncoders } from '../encoders/encoders.ts';
import { readStreams } from '../plan/film-streams.ts';
import { planFilm, type Rendition } from '../plan/plan.ts';
import { makePlaces, type Places } from './places.ts';
import { RenditionMaker, type RunEnd } from './rendition-maker.ts';
import { makeSegmentStore } from './segment-store.ts';

const never = new AbortController().signal;

/** A process of which no more than so many bytes come, as if the system had killed it. */
function killedAfter(most: number, run: FfmpegRun): FfmpegRun {
  async function* bytes() {
    let left = most;
    for await (const chunk of run.bytes) {
      yield (chunk as Buffer).subarray(0, left);
      left -= chunk.length;
      if (left <= 0) return run.stop();
    }
  }
  return { ...run, bytes: Readable.from(bytes()), ended: run.ended.then(() => 'it ended with null') };
}

describe.skipIf(!hasFfmpeg)('segments are made where somebody watches', () => {
  let films: Awaited<ReturnType<typeof serveMadeFiles>>;
  let ffmpeg: Ffmpeg;
  let rendition: Rendition;
  const folder = mkdtempSync(join(tmpdir(), 'matinee-segments-'));
  const store = makeSegmentStore(folder, 1_000_000_000);
  let runs: FfmpegRun[] = [];
  let makeMaker: (film: string) => RenditionMaker;
  let maker: RenditionMaker;
  let film = 0;
  /** As on a machine with one core. */
  const places = makePlaces(systemClock, { heavy: 1, light: 1 });
  /** Places among the processes that are taken. */
  let taken = 0;
  let ends: RunEnd[] = [];
  /** After so many bytes, a process is killed; undefined: none is. */
  let mostBytes: number | undefined;
  /** Called before a part is written. */
  let onWriting: (part: string) => Promise<void>;

  beforeAll(async () => {
    films = await serveMadeFiles((made) => {
      const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=5:duration=120'];
      encode(made, [...picture, '-c:v', 'mpeg4', 'film.avi']);
    });
    const finder = makeFfmpegFinder(undefined);
    await finder.look();
    const { run, ...others } = finder.found!;
    ffmpeg = {
      ...others,
      run(...args) {
        const made = run(...args);
        runs.push(mostBytes === undefined ? made : killedAfter(mostBytes, made));
        return runs.at(-1)!;
      },
    };
    [rendition] = planFilm(readStreams(await ffmpeg.probe(`${films.url}/film.avi`, never))!, []).pictures as [
      Rendition,
    ];
  });
  afterAll(() => {
    films?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    maker?.stop();
    runs = [];
    film += 1;
    taken = 0;
    mostBytes = undefined;
    onWriting = async () => {};
    // Runs of the test before may end during this one.
    const own: RunEnd[] = [];
    ends = own;
    const onEnded = (reason: RunEnd) => void own.push(reason);
    const take: Places['take'] = async (work, signal) => {
      const free = await places.take(work, signal);
      taken += 1;
      let isFree = false;
      return () => {
        if (!isFree) taken -= 1;
        isFree = true;
        free();
      };
    };
    const ground = { clock: systemClock, log: makeLog('silent') };
    const encoders = makeEncoders({ wanted: 'software', listDevices: async () => [], ...ground });
    const slowStore: typeof store = {
      ...store,
      put: async (id, part, bytes) => {
        await onWriting(part);
        await store.put(id, part, bytes);
      },
    };
    const parts = { ffmpeg, store: slowStore, ...ground, places: { ...places, take }, encoders, onEnded };
    makeMaker = (id) =>
      new RenditionMaker(parts, { id, url: `${films.url}/film.avi`, isReading: () => false }, rendition);
    maker = makeMaker(`film${film}`);
  });

  const hasSegment = (number: number) => store.has(`film${film}`, `${rendition.name}.${number}`);

  test('[CV8] many viewers of one place share one process, which goes a little ahead and waits', async () => {
    const asked = Array.from({ length: 30 }, () => maker.segment(0, never));
    const [first, ...others] = await Promise.all(asked);
    expect(others.every((bytes) => bytes.equals(first!))).toBe(true);
    expect(runs).toHaveLength(1);
    await expect.poll(() => hasSegment(16)).toBe(true);
    expect(hasSegment(18)).toBe(false);
    // ffmpeg waits, and takes nobody's place.
    await expect.poll(() => taken).toBe(0);
    await maker.segment(5, never);
    await expect.poll(() => hasSegment(21)).toBe(true);
    expect(runs).toHaveLength(1);
  });

  test('[CV13] what a viewer will ask for is made before, and the process goes on from there', async () => {
    maker.prepare(41);
    const init = maker.init(async () => 0, never);
    await expect.poll(() => hasSegment(20)).toBe(true);
    // It rests until somebody asks.
    await expect.poll(() => taken).toBe(0);
    expect(hasSegment(21)).toBe(false);
    expect((await init).length).toBeGreaterThan(0);
    for (const number of [20, 21]) await maker.segment(number, never);
    maker.prepare(42);
    expect(runs).toHaveLength(1);
  });

  test('[CV13] the first bytes of a player begin where its viewer is', async () => {
    await maker.init(async () => 80, never);
    await expect.poll(() => hasSegment(40)).toBe(true);
    expect(runs).toHaveLength(1);
  });

  test('[CV13] who asks for the first bytes while they are made gets them, however long the place takes', async () => {
    const made = maker.segment(0, never);
    const init = maker.init(() => made.then(() => 0), never);
    expect((await init).length).toBeGreaterThan(0);
    await made;
    expect(runs).toHaveLength(1);
  });

  test('[CV8] a segment that is being written is waited for, and not made again', async () => {
    let write = () => {};
    const written = new Promise<void>((resolve) => {
      write = resolve;
    });
    let isWriting = false;
    onWriting = async (part) => {
      isWriting = part.endsWith('.1');
      if (isWriting) await written;
    };
    await maker.segment(0, never);
    await expect.poll(() => isWriting).toBe(true);
    const asked = maker.segment(1, never);
    await store.get('nothing', 'nothing');
    write();
    await asked;
    expect((await maker.segment(3, never)).length).toBeGreaterThan(0);
    expect(runs).toHaveLength(1);
  });

  test('[CV8] a jump begins there, and viewers at other places keep theirs', async () => {
    await maker.segment(0, never);
    await maker.segment(40, never);
    await maker.segment(1, never);
    expect(hasSegment(35)).toBe(false);
    expect(runs.length).toBeLessThanOrEqual(3);
  });

  test('[CV8] whoever jumps does not wait for what nobody waits for any more', async () => {
    await maker.segment(0, never);
    const jumped = maker.segment(40, never);
    await expect.poll(() => ends).toEqual(['unneeded']);
    expect((await jumped).length).toBeGreaterThan(0);
  });

  test('[CV8] viewers at more places than runs go on at each get their segments', async () => {
    const asked = [0, 12, 24, 36, 48].map((number) => maker.segment(number, never));
    for (const bytes of await Promise.all(asked)) expect(bytes.length).toBeGreaterThan(0);
  });

  test('[CV8] a film gives its place to another as soon as it has what was asked for, and goes on when asked', async () => {
    const other = makeMaker(`other${film}`);
    await Promise.all([maker.segment(0, never), other.segment(0, never)]);
    expect(hasSegment(1)).toBe(false);
    expect((await maker.segment(1, never)).length).toBeGreaterThan(0);
    other.stop();
  });

  test('[CV8] where the film ends, nobody waits for more, and no process is left', async () => {
    const last = rendition.starts.length - 1;
    await maker.segment(last, never);
    await expect.poll(() => maker.isRunning).toBe(false);
    expect(ends).toEqual(['completed']);
    await expect(maker.segment(last + 1, never)).rejects.toMatchObject({ reason: 'conversions.unknown_part' });
  });

  test('[CV11] a conversion that breaks off is said, and the next one who asks begins anew', async () => {
    const asked = maker.segment(29, never);
    await expect.poll(() => runs.length).toBe(1);
    maker.stop();
    await expect(asked).rejects.toMatchObject({ reason: 'conversions.failed' });
    await expect.poll(() => ends).toEqual(['unneeded']);
    maker = makeMaker(`film${film}`);
    expect((await maker.segment(29, never)).length).toBeGreaterThan(0);
  });

  test('[CV11] a process that is killed leaves no segment that is not whole', async () => {
    mostBytes = 12_000;
    await maker.segment(0, never);
    await expect.poll(() => ends).toEqual(['failed']);
    const kept = rendition.starts.map((_, number) => number).filter(hasSegment);
    expect(kept.length).toBeGreaterThan(1);
    mostBytes = undefined;
    const whole = makeMaker(`film${film}-whole`);
    for (const number of kept)
      expect(await maker.segment(number, never), `segment ${number}`).toEqual(await whole.segment(number, never));
    whole.stop();
  });

  test('[CV10] nothing is made of a film that is forgotten, not even for who has just asked', async () => {
    const asked = maker.segment(0, never);
    maker.stop();
    maker.prepare(0);
    await expect(asked).rejects.toMatchObject({ reason: 'conversions.failed' });
    expect(runs).toHaveLength(0);
  });
});
