/** Finds out whether an encoder works here: it codes a test picture as it would code a film. [CV14] */
import type { Ffmpeg, FfmpegRun } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { readFragments } from '../../../../drivers/ffmpeg/fragments.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { type Rendition, segmentSeconds } from '../plan/plan.ts';
import { makeCutter } from '../running/cutter.ts';
import { argsFor } from '../running/run-args.ts';
import type { Encoder } from './encoder.ts';

/** Longest trial, in milliseconds. Drivers that start a processor take one or two seconds. */
const longestTrialMs = 8_000;
const picturesPerSecond = 5;

/** The test picture as a film of two segments. */
const trial: Rendition = {
  ...{ name: 'trial', kind: 'video', isCopy: false, codecs: 'avc1.640028', starts: [0, segmentSeconds] },
  ...{ width: 640, height: 360, bitsPerSecond: 1_400_000 },
  stream: {
    ...{ index: 0, codec: 'rawvideo', profile: '', level: 0, pixelFormat: 'rgb24', width: 640, height: 360 },
    ...{ frameRate: String(picturesPerSecond), isInterlaced: false, isHdr: false },
  },
};

export interface TrialParts {
  readonly ffmpeg: Pick<Ffmpeg, 'runTestPicture'>;
  readonly clock: Clock;
  /** Ends the trial. */
  readonly signal: AbortSignal;
}

/** Why the encoder does not work here, in one sentence; undefined: it works. */
export async function tryEncoder({ ffmpeg, clock, signal }: TrialParts, encoder: Encoder): Promise<string | undefined> {
  const run = ffmpeg.runTestPicture(argsFor(trial, 0, encoder));
  let isLate = false;
  const stop = () => run.stop();
  // A driver may keep the process even when it is killed.
  let giveUp = (_: string) => {};
  const late = new Promise<string>((resolve) => {
    giveUp = resolve;
  });
  const cancel = clock.after(longestTrialMs, () => {
    isLate = true;
    stop();
    giveUp('');
  });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const made = await readTrial(run).catch(() => undefined);
    const complaint = await Promise.race([run.ended, late]);
    if (isLate) return `it did not code a test picture within ${longestTrialMs / 1_000} s`;
    if (signal.aborted) return 'the server ended before it was tried';
    if (complaint !== '') return told(complaint);
    // A jump would find no key frame where a segment begins.
    const isWhole = made?.counts[0] === segmentSeconds * picturesPerSecond && made.counts.length === 2;
    if (!isWhole) return 'it makes no key frames where they are asked for';
    return made.isDecodable ? undefined : 'it does not say at the beginning how to decode its pictures';
  } finally {
    cancel();
    signal.removeEventListener('abort', stop);
    run.stop();
  }
}

/** The number of pictures in each segment, and whether players can decode them. @throws Error when it breaks off */
async function readTrial(run: FfmpegRun) {
  const reader = readFragments();
  const samples = [];
  for await (const chunk of run.bytes) samples.push(...reader.push(chunk as Buffer));
  if (!reader.init) return undefined;
  const cutter = makeCutter(trial, 0, reader.init.timescale);
  const segments = [...samples.flatMap((sample) => cutter.push(sample)), ...cutter.end()];
  return { counts: segments.map((segment) => segment.samples.length), isDecodable: tellsDecoding(reader.init.bytes) };
}

/** Whether there is a sequence parameter set at the beginning (ISO/IEC 14496-15, section 5.3.3.1.2). */
function tellsDecoding(init: Buffer): boolean {
  const place = init.indexOf('avcC', 0, 'latin1') + 4;
  return place > 4 && init[place] === 1 && ((init[place + 5] ?? 0) & 0x1f) > 0;
}

/** The first line of a complaint, which has the cause, without the address of a part of ffmpeg in memory. */
function told(complaint: string): string {
  return complaint
    .split('\n', 1)[0]!
    .replace(/^\[([^ \]]+) @ 0x[0-9a-f]+\]/, '$1:')
    .trim();
}
