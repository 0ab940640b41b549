/** Films that are being converted now: one conversion for all rooms and viewers of a film. [CV10] */
import type { Ffmpeg } from '../../../drivers/ffmpeg/ffmpeg.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { LocalFilm, LocalFilms, ResourceKey, Viewer } from '../proxy/proxy.port.ts';
import type { Encoders } from './encoders/encoders.ts';
import { makePlan } from './plan/make-plan.ts';
import type { ReadFilm } from './plan/read-film.ts';
import { ConvertedFilm } from './running/converted-film.ts';
import type { Places } from './running/places.ts';
import type { RunEnd } from './running/rendition-maker.ts';
import type { SegmentStore } from './running/segment-store.ts';

/** A film for which nobody asks for this long, in milliseconds, is forgotten with its segments. */
const keptMs = 10 * 60_000;
const lookEveryMs = 60_000;
export interface ServiceParts {
  readonly localFilms: Pick<LocalFilms, 'identify' | 'open'>;
  readonly readFilm: ReadFilm;
  readonly store: SegmentStore;
  readonly places: Places;
  readonly encoders: Encoders;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a process of ffmpeg has ended, or found no place. */
  readonly onEnded: (reason: RunEnd) => void;
}

interface WatchedFilm {
  readonly local: Promise<LocalFilm>;
  readonly film: Promise<ConvertedFilm>;
  askedMs: number;
}

export interface ConversionService {
  /** @throws AppError when the film cannot be read, or the viewer may not have it. */
  open(ffmpeg: Ffmpeg, key: ResourceKey, viewer: Viewer): Promise<ConvertedFilm>;
  /** Number of films that are converted, or were lately. */
  readonly films: number;
  /** Forgets films that nobody watches. Gives the function that ends this. */
  watch(): () => void;
  stop(): void;
}

export function makeConversions(parts: ServiceParts): ConversionService {
  const { localFilms, store, places, encoders, clock, log, onEnded } = parts;
  const known = new Map<string, WatchedFilm>();
  /** The identity of the film of an item, by its version. Asked anew, it would change where addresses expire. */
  const byVersion = new Map<string, string>();

  function forget(identity: string, { local, film }: WatchedFilm): void {
    known.delete(identity);
    for (const [version, found] of byVersion) if (found === identity) byVersion.delete(version);
    local.then(
      (opened) => opened.close(),
      () => undefined,
    );
    film.then(
      (found) => {
        found.stop();
        store.drop(found.id).catch((err: unknown) => log.warn({ err }, 'segments of a film could not be deleted'));
      },
      () => undefined,
    );
  }

  async function make(ffmpeg: Ffmpeg, local: Promise<LocalFilm>): Promise<ConvertedFilm> {
    const opened = await local;
    const plan = await makePlan(parts, ffmpeg, opened);
    return new ConvertedFilm({ ffmpeg, store, places, encoders, clock, log, onEnded }, opened, plan);
  }

  return {
    get films() {
      return known.size;
    },
    async open(ffmpeg, key, viewer) {
      const identity = byVersion.get(key.version) ?? (await localFilms.identify(key, viewer));
      byVersion.set(key.version, identity);
      const found = known.get(identity);
      if (found) {
        found.askedMs = clock.nowMs();
        // The viewer who opened it may have left.
        (await found.local).readAs(key, viewer);
        return found.film;
      }
      // Nothing is awaited before the film is in `known`: many viewers ask at once.
      const local = localFilms.open(key, viewer, identity);
      const opened: WatchedFilm = { local, film: make(ffmpeg, local), askedMs: clock.nowMs() };
      known.set(identity, opened);
      // What could not be read is tried again by the next one who asks.
      opened.film.catch(() => known.get(identity) === opened && forget(identity, opened));
      return opened.film;
    },
    watch: () =>
      clock.every(lookEveryMs, () => {
        const longAgo = clock.nowMs() - keptMs;
        for (const [identity, film] of known) if (film.askedMs < longAgo) forget(identity, film);
      }),
    stop() {
      for (const [identity, film] of known) forget(identity, film);
    },
  };
}
