/** Subtitles, comments and pictures: read once from upstream for all who want them, and kept in memory for a while. [SB1]–[SB3] */
import { createHash } from 'node:crypto';
import { readAll } from '../../../drivers/upstream/ranged-body.ts';
import type { Upstream } from '../../../drivers/upstream/upstream.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { toDanmakuDocument } from '../danmaku/danmaku-document.ts';
import { decompress } from '../danmaku/decompress.ts';
import { proxyErrors } from '../proxy.errors.ts';
import type { ResourceFormat } from '../proxy.port.ts';
import { safeType } from '../serving/media-types.ts';
import { errorOfStatus } from '../serving/upstream-errors.ts';
import { makeKeptAnswers } from './kept-answers.ts';

/** Largest body, in bytes, and most bytes of all that are kept. */
const maxBodyBytes = 16 * 1_048_576;
const maxKeptBytes = 64 * 1_048_576;
/** How long a body serves, in milliseconds. */
const servesMs = 10 * 60_000;

export interface SmallBody {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
}

export interface SmallSource {
  readonly identity: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly format: ResourceFormat;
}

export type SmallBodies = ReturnType<typeof makeSmallBodies>;

export function makeSmallBodies(upstream: Upstream, clock: Clock) {
  const kept = makeKeptAnswers<SmallBody>(clock, maxKeptBytes);
  return {
    /** @throws UpstreamFailed, AppError */
    get: (source: SmallSource): Promise<SmallBody> =>
      kept.get(`${source.format} ${source.identity}`, async (signal) => {
        const value = await load(upstream, source, signal);
        return { value, bytes: value.bytes.length, servesMs };
      }),
    clear: kept.clear,
  };
}

async function load(
  upstream: Upstream,
  { url, headers, format }: SmallSource,
  signal: AbortSignal,
): Promise<SmallBody> {
  const answer = await upstream.open({ url, headers, signal });
  try {
    if (answer.status !== 200) throw errorOfStatus(answer.status);
    const bytes = await readAll(answer, maxBodyBytes).catch((cause: Error) => {
      throw cause.message === 'the body is too long' ? proxyErrors.bad_answer() : cause;
    });
    if (format === 'danmaku')
      return bodyOf(await readDanmaku(bytes, answer.headers['content-encoding']), 'application/json');
    return bodyOf(bytes, safeType(answer.headers['content-type'], answer.url, format));
  } finally {
    answer.body.destroy();
  }
}

function bodyOf(bytes: Buffer, type: string): SmallBody {
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { bytes, type, etag: `"${etag}"` };
}

/** Comments are brought into one form once, for all who want them. [DK1] @throws AppError `proxy.bad_answer` */
async function readDanmaku(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  try {
    return Buffer.from(await toDanmakuDocument(await decompress(bytes, encoding, maxBodyBytes)));
  } catch {
    throw proxyErrors.bad_answer();
  }
}
