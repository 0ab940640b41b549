import type { Writable } from 'node:stream';
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import type { LiveStream } from '../air/live-stream.ts';
import { streamErrors } from '../streams.errors.ts';
import { FlvReader, type OnlyTrack } from './flv-reader.ts';

/**
 * The stream from now on, until it ends or the reader leaves. @throws AppError `streams.off_air`,
 * `streams.too_many_readers`
 */
export async function serveFlv(stream: LiveStream, only: OnlyTrack, signal: AbortSignal): Promise<ByteAnswer> {
  if (!(await stream.settled(signal))) throw streamErrors.off_air();
  if (only !== undefined && stream.facts[only] === undefined) throw streamErrors.off_air();
  if (!stream.hasRoom) throw streamErrors.too_many_readers();
  return {
    status: 200,
    isEndless: true,
    headers: {
      'content-type': 'video/x-flv',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'no-store',
      // Proxies that buffer whole answers would wait forever.
      'x-accel-buffering': 'no',
    },
    write: (out) => send(stream, only, out),
  };
}

function send(stream: LiveStream, only: OnlyTrack, out: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = new FlvReader({ out, stream, only, onDone: () => end() });
    const end = () => {
      stream.detach(reader);
      out.off('close', end);
      resolve();
    };
    if (!stream.attach(reader)) return reject(streamErrors.too_many_readers());
    out.once('close', end);
    reader.begin();
  });
}
