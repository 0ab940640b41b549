/**
 * Subtitles, comments and pictures: read once from upstream for all viewers, and kept in memory for a while.
 * [SB1]–[SB3]
 */
import { createHash } from 'node:crypto';
import { readAll } from '../../../../drivers/upstream/ranged-body.ts';
import type { UpstreamAnswer, UpstreamClient } from '../../../../drivers/upstream/upstream.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { decompress } from '../danmaku/decompress.ts';
import { proxyErrors } from '../proxy.errors.ts';
import type { ResourceFormat } from '../proxy.port.ts';
import { safeType } from '../serving/media-types.ts';
import { errorOfStatus } from '../serving/upstream-errors.ts';
import { makeAnswerCache } from './answer-cache.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { makeTextReader, type ReadText } from './reading-apart.ts';

/** Largest body, in bytes, and most bytes of all kept bodies. */
const maxBodyBytes = 16 * 1_048_576;
const maxKeptBytes = 64 * 1_048_576;
/** How long a body is reused, in milliseconds. */
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
  /** The language of subtitles, as a tag; empty: unknown. */
  readonly language: string;
}

export type SmallBodies = ReturnType<typeof makeSmallBodies>;

export function makeSmallBodies(upstream: UpstreamClient, clock: Clock, budget: MemoryBudget) {
  const kept = makeAnswerCache<SmallBody>(clock, budget, maxKeptBytes);
  const readText = makeTextReader(clock);
  const keep = (value: SmallBody) => ({ value, bytes: value.bytes.length, servesMs });
  /** `owner` is the user who asks. @throws UpstreamFailed, AppError */
  const get = (source: SmallSource, owner: string): Promise<SmallBody> =>
    kept.get(`${source.format} ${source.identity}`, owner, async (signal, grow) => {
      const { bytes, answer } = await load(upstream, source, signal, grow);
      if (source.format !== 'danmaku')
        return keep(bodyOf(bytes, safeType(answer.headers['content-type'], answer.url, source.format)));
      const document = await readDanmaku(readText, owner, bytes, answer.headers['content-encoding'], grow);
      return keep(bodyOf(document, 'application/json'));
    });
  return {
    get,
    /**
     * Subtitles as WebVTT. Subtitles that cannot be converted stay as they are: some players can show them. @throws
     * UpstreamFailed, AppError
     */
    async getVtt(source: SmallSource, owner: string): Promise<SmallBody> {
      const body = await get(source, owner);
      return kept.get(`vtt ${source.language} ${body.etag} ${source.identity}`, owner, async (_, grow) => {
        const text = await readText(owner, { kind: 'vtt', bytes: body.bytes, language: source.language }).catch(
          () => undefined,
        );
        if (!text) return { value: body, bytes: 0, servesMs };
        grow(text.length);
        return keep({ bytes: text, type: 'text/vtt; charset=utf-8', etag: body.etag.replace(/"$/, '-vtt"') });
      });
    },
    pin: budget.pin,
    clear: kept.clear,
  };
}

async function load(
  upstream: UpstreamClient,
  { url, headers }: SmallSource,
  signal: AbortSignal,
  grow: (bytes: number) => void,
): Promise<{ readonly bytes: Buffer; readonly answer: UpstreamAnswer }> {
  const answer = await upstream.open({ url, headers, signal });
  try {
    if (answer.status !== 200) throw errorOfStatus(answer.status);
    answer.body.on('data', (part: Buffer) => grow(part.length));
    const bytes = await readAll(answer, maxBodyBytes).catch((cause: Error) => {
      throw cause.message === 'the body is too long' ? proxyErrors.bad_answer() : cause;
    });
    return { bytes, answer };
  } finally {
    answer.body.destroy();
  }
}

function bodyOf(bytes: Buffer, type: string): SmallBody {
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { bytes, type, etag: `"${etag}"` };
}

/** Converts comments into one form, once for all viewers. [DK1] @throws AppError `proxy.bad_answer` */
async function readDanmaku(
  readText: ReadText,
  owner: string,
  bytes: Buffer,
  encoding: string | undefined,
  grow: (bytes: number) => void,
): Promise<Buffer> {
  try {
    const document = await decompress(bytes, encoding, maxBodyBytes);
    if (document !== bytes) grow(document.length);
    return (await readText(owner, { kind: 'danmaku', bytes: document }))!;
  } catch (cause) {
    throw cause instanceof AppError ? cause : proxyErrors.bad_answer();
  }
}
