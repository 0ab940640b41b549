/** Looks at images and makes smaller ones, apart from the server. [IM1]–[IM7] */
import type { Clock } from '../../kernel/clock.ts';
import { makeLane } from './image-lane.ts';
import { ImageRefused } from './image-refused.ts';
import { imageTypeOf } from './image-type.ts';
import type { ImageFacts, RenderedImage } from './image-worker.ts';

/** Both methods @throws ImageRefused. */
export interface Images {
  /** From the beginning of a file; `headBytes` are enough for nearly all. */
  inspect(head: Uint8Array): Promise<ImageFacts>;
  /** From a whole file on disk. `widths` in pixels; variants come from the largest to the smallest. */
  render(path: string, widths: readonly number[]): Promise<RenderedImage>;
  stop(): void;
}

/** Photographs have up to 64 KiB of Exif and as much again of colour profile in front of their dimensions. */
export const headBytes = 262_144;

export interface ImagesParts {
  readonly clock: Clock;
  /** Longest that one image may take to be looked at and to be made smaller, in milliseconds. */
  readonly inspectMs?: number;
  readonly renderMs?: number;
}

/** Looking is quick and somebody waits for it; making variants is slow and nobody does: a process each. */
const maxWaiting = { inspect: 64, render: 16 };

export function makeImages({ clock, inspectMs = 5_000, renderMs = 60_000 }: ImagesParts): Images {
  const inspecting = makeLane({ clock, jobMs: inspectMs, maxWaiting: maxWaiting.inspect });
  const rendering = makeLane({ clock, jobMs: renderMs, maxWaiting: maxWaiting.render });
  return {
    async inspect(head) {
      // No process is started for what is no image at all.
      if (imageTypeOf(head) === undefined) throw new ImageRefused('kind');
      const answer = await inspecting.run({ kind: 'inspect', bytes: head.subarray(0, headBytes) });
      if (answer.kind !== 'facts') throw new ImageRefused('damaged');
      return answer.facts;
    },
    async render(path, widths) {
      const answer = await rendering.run({ kind: 'render', path, widths });
      if (answer.kind !== 'rendered') throw new ImageRefused('damaged');
      return answer.rendered;
    },
    stop() {
      inspecting.stop();
      rendering.stop();
    },
  };
}
