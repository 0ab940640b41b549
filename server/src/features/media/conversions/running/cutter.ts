/** Cuts the samples of a run into the segments of its playlist. Pure. [CV7] */
import { isKey, type Sample } from '../../../../drivers/ffmpeg/fragments.ts';
import type { Rendition } from '../plan/plan.ts';
import { packetSamples } from './run-args.ts';

/** How much earlier than its segment a sample may begin, in seconds: containers round time stamps to milliseconds. */
const earlySeconds = 0.002;

export interface Cutter {
  /** The segments that this sample completes: none, or all before its own. */
  push(sample: Sample): readonly CutSegment[];
  /** The rest, after the last sample. */
  end(): readonly CutSegment[];
}

export interface CutSegment {
  readonly number: number;
  readonly samples: readonly Sample[];
}

/** `first`: the first wanted segment; samples before it are dropped. */
export function makeCutter({ kind, isCopy, starts }: Rendition, first: number, timescale: number): Cutter {
  const isVideo = kind === 'video';
  let number = first;
  let samples: Sample[] = [];
  let hasBegun = false;

  /** Whether this sample begins the segment `at`, or comes after its beginning. */
  function reaches(at: number, { dts, offset, flags }: Sample): boolean {
    const start = starts[at];
    if (start === undefined || (isVideo && !isKey({ flags }))) return false;
    return (dts + (isVideo ? offset : 0)) / timescale >= start - earlySeconds;
  }

  function begin(sample: Sample): void {
    // Players count from the playlist, so the first picture begins exactly where it says.
    const start = Math.round((starts[number] ?? 0) * timescale);
    if (isVideo) closeGap(samples, start);
    const next = sample.dts + sample.duration;
    samples = [isVideo ? { ...sample, dts: start, offset: 0, duration: Math.max(1, next - start) } : sample];
  }

  return {
    push(given) {
      const sample = isVideo || isCopy ? given : onGrid(given);
      if (!hasBegun) {
        hasBegun = reaches(number, sample);
        if (!hasBegun) return [];
        begin(sample);
        return [];
      }
      const done: CutSegment[] = [];
      while (reaches(number + 1, sample)) {
        done.push({ number, samples });
        number += 1;
        begin(sample);
      }
      if (done.length === 0) samples.push(sample);
      return done;
    },
    end() {
      const last = samples;
      samples = [];
      return last.length > 0 ? [{ number, samples: last }] : [];
    },
  };
}

/** The picture before lasts until the segment begins. */
function closeGap(samples: Sample[], start: number): void {
  const last = samples.at(-1);
  if (last) samples[samples.length - 1] = { ...last, duration: Math.max(1, start - last.dts) };
}

/** Packets of different runs follow one another without a gap, because each begins at a multiple of their length. */
function onGrid(sample: Sample): Sample {
  return { ...sample, dts: packetSamples * Math.round(sample.dts / packetSamples), duration: packetSamples };
}
