/** Inspects pictures, removes their metadata and makes smaller ones, apart from the server. [IM1]–[IM8] */
import type { Clock } from '../../kernel/clock.ts';
import { makeLane } from './image-lane.ts';
import { ImageRefused } from './image-refused.ts';
import type { PreparedImage, RenderedImage, VariantSize } from './image-worker.ts';

/** Both methods read a whole file on disk. Both @throws ImageRefused. */
export interface Images {
  /** Inspects a picture. Writes it to `strippedPath` without its metadata if it has any. Does not decode HEIC. */
  prepare(path: string, strippedPath: string): Promise<PreparedImage>;
  /** Makes smaller pictures, from the largest to the smallest. Leaves out sizes that are wider than the original. */
  render(path: string, sizes: readonly VariantSize[]): Promise<RenderedImage>;
  stop(): void;
}

export interface ImagesParts {
  readonly clock: Clock;
  /** Time limits for preparing and for rendering one picture, in milliseconds. */
  readonly prepareMs?: number;
  readonly renderMs?: number;
}

/**
 * Most queued jobs of each process. Users wait for `prepare`, but not for the slow `render`, so each has its own
 * process.
 */
const maxWaiting = 16;

export function makeImages({ clock, prepareMs = 20_000, renderMs = 60_000 }: ImagesParts): Images {
  const preparing = makeLane({ clock, jobMs: prepareMs, maxWaiting });
  const rendering = makeLane({ clock, jobMs: renderMs, maxWaiting });
  return {
    async prepare(path, strippedPath) {
      const answer = await preparing.run({ kind: 'prepare', path, strippedPath });
      if (answer.kind !== 'prepared') throw new ImageRefused('damaged');
      return answer.prepared;
    },
    async render(path, sizes) {
      const answer = await rendering.run({ kind: 'render', path, sizes });
      if (answer.kind !== 'rendered') throw new ImageRefused('damaged');
      return answer.rendered;
    },
    stop() {
      preparing.stop();
      rendering.stop();
    },
  };
}
