/** Remuxes MPEG-TS to FLV with ffmpeg, which gets only bytes: the guarded client has read them. [LV7] */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Ffmpeg } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { FlvReader } from '../../../../drivers/muxing/flv-reader.ts';
import type { Intake } from './intake.ts';
import { PullFailed } from './pull-failed.ts';

/** Reads until `body` ends. @throws PullFailed */
export async function readTs(ffmpeg: Ffmpeg, body: Readable, intake: Intake, signal: AbortSignal): Promise<void> {
  const run = ffmpeg.toFlv();
  const stop = () => run.stop();
  signal.addEventListener('abort', stop);
  try {
    // Data above the allowed rate waits in the pipe, ffmpeg, and the network.
    const writing = pipeline(body, run.input, { signal }).catch(() => run.input.destroy());
    const reader = new FlvReader(intake.take);
    for await (const piece of run.bytes as AsyncIterable<Buffer>) {
      reader.push(piece);
      await intake.pace(piece.length);
    }
    await writing;
    const complaint = await run.ended;
    if (complaint !== '') throw new PullFailed('not_live', new Error(complaint));
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
