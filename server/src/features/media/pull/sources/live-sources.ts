/** Pulls live streams from servers that users name. The outgoing guard checks every connection. */

import type { Readable } from 'node:stream';
import type { FfmpegFinder } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { BrokenMedia } from '../../../../drivers/muxing/broken-media.ts';
import { RtmpError } from '../../../../drivers/rtmp/rtmp-error.ts';
import type { MediaMessage } from '../../../../drivers/rtmp/session.ts';
import type { UpstreamClient } from '../../../../drivers/upstream/upstream.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { pullHttp } from './http-source.ts';
import { Intake } from './intake.ts';
import { PullFailed } from './pull-failed.ts';
import { pullRtmp, type RtmpParts } from './rtmp-source.ts';
import { pullRtsp } from './rtsp-source.ts';
import { readTs } from './ts-source.ts';

export interface PullRequest {
  /** Includes the account, if any. */
  readonly address: string;
  readonly signal: AbortSignal;
  readonly onMedia: (message: MediaMessage) => void;
}

export interface LiveSources {
  /**
   * Reads a stream until `signal` aborts, which resolves. @throws PullFailed when the source fails or ends. [LV5]
   */
  pull(request: PullRequest): Promise<void>;
}

export interface LiveSourceParts extends RtmpParts {
  readonly upstream: UpstreamClient;
  readonly clock: Clock;
  /** For MPEG-TS and RTSP. */
  readonly ffmpeg: Pick<FfmpegFinder, 'look'>;
}

export function makeLiveSources(parts: LiveSourceParts): LiveSources {
  async function read(address: URL, intake: Intake, signal: AbortSignal): Promise<void> {
    if (/^rtmps?:$/.test(address.protocol)) return pullRtmp(parts, address, intake, signal);
    const ffmpeg = await parts.ffmpeg.look();
    if (/^rtsps?:$/.test(address.protocol)) {
      if (!ffmpeg) throw new PullFailed('no_ffmpeg');
      return pullRtsp({ ...parts, ffmpeg }, address, intake, signal);
    }
    const reading = ffmpeg && ((body: Readable) => readTs(ffmpeg, body, intake, signal));
    return pullHttp({ ...parts, readTs: reading }, address, intake, signal);
  }

  return {
    async pull({ address, signal: stop, onMedia }) {
      const intake = new Intake(parts.clock, onMedia);
      const signal = AbortSignal.any([stop, intake.signal]);
      try {
        await read(new URL(address), intake, signal);
        throw new PullFailed('ended');
      } catch (cause) {
        if (stop.aborted) return;
        throw failureOf(intake.signal.aborted ? intake.signal.reason : cause);
      } finally {
        intake.close();
      }
    },
  };
}

function failureOf(cause: unknown): unknown {
  // The source does not send a stream that this server understands.
  if (cause instanceof RtmpError || cause instanceof BrokenMedia) return new PullFailed('not_live', cause);
  return cause instanceof PullFailed ? cause : new PullFailed('unreachable', cause);
}
