/** Notices a process of ffmpeg that hangs: drivers of hardware may wait for ever, and say nothing. [CV16] */
import type { FfmpegRun } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import type { Clock } from '../../../../kernel/clock.ts';

/** How often to look, in milliseconds. */
const lookEveryMs = 1_000;

interface Watch {
  readonly clock: Clock;
  /** Longest silence while ffmpeg has what it needs, in milliseconds. */
  readonly longestMs: number;
  /** Whether ffmpeg waits for bytes of the film, or has read some since the last look: then it does not hang. */
  readonly isReading: () => boolean;
}

/** What a process makes. Time counts while somebody waits for its bytes. */
export interface WatchedRun {
  readonly bytes: AsyncIterable<Buffer>;
  /** As that of the process, or what is said of one that hangs, which may not even end when it is killed. */
  readonly ended: Promise<string>;
}

/** Stops `run` where it hangs. */
export function watchSilence(run: FfmpegRun, { clock, longestMs, isReading }: Watch): WatchedRun {
  let hasHung = false;
  let tell = (_: string) => {};
  const hung = new Promise<string>((resolve) => {
    tell = resolve;
  });

  async function* read(): AsyncGenerator<Buffer> {
    let silentMs = 0;
    let isWaiting = true;
    const cancel = clock.every(lookEveryMs, () => {
      silentMs = isReading() || !isWaiting ? 0 : silentMs + lookEveryMs;
      if (silentMs < longestMs || hasHung) return;
      hasHung = true;
      tell(`it gave nothing for ${longestMs / 1_000} s`);
      run.stop();
    });
    try {
      for await (const chunk of run.bytes) {
        isWaiting = false;
        yield chunk as Buffer;
        isWaiting = true;
        silentMs = 0;
      }
    } catch (cause) {
      if (!hasHung) throw cause;
    } finally {
      cancel();
    }
  }

  return { bytes: read(), ended: Promise.race([hung, run.ended]) };
}
