/** Playlists from upstream, read once for all viewers. [SB5] */
import type { UpstreamClient } from '../../../../drivers/upstream/upstream.ts';
import { type Clock, nextTurn } from '../../../../kernel/clock.ts';
import { proxyErrors } from '../proxy.errors.ts';
import { errorOfStatus } from '../serving/upstream-errors.ts';
import { makeAnswerCache } from '../small/answer-cache.ts';
import type { MemoryBudget } from '../small/memory-budget.ts';

/** Largest playlist, in bytes: twelve hours in segments of two seconds have less than 1 MiB. */
const maxBytes = 2 * 1_024 * 1_024;
/** Most bytes of all kept playlists. */
const maxKeptBytes = 32 * 1_048_576;
/**
 * How long a playlist is reused that does not say how often it changes, in milliseconds, and the longest time for any
 * playlist.
 */
const usualMs = 1_000;
const longestMs = 5_000;

export interface ManifestText {
  readonly text: string;
  /** The address after redirects. */
  readonly url: string;
}

export interface ManifestSource {
  /** The user who asks. */
  readonly owner: string;
  /** Names the bytes: equal for all viewers who get the same bytes. */
  readonly identity: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type ManifestTexts = ReturnType<typeof makeManifestTexts>;

export function makeManifestTexts(upstream: UpstreamClient, clock: Clock, budget: MemoryBudget) {
  const kept = makeAnswerCache<ManifestText>(clock, budget, maxKeptBytes);
  return {
    pause: makePause(),
    pin: budget.pin,
    /** @throws UpstreamFailed, AppError `proxy.manifest_too_large` */
    get: ({ owner, identity, url, headers }: ManifestSource): Promise<ManifestText> =>
      kept.get(`${identity} ${url}`, owner, async (signal, grow) => {
        const answer = await upstream.open({ url, headers, signal });
        try {
          if (answer.status !== 200) throw errorOfStatus(answer.status);
          answer.body.on('data', (part: Buffer) => grow(part.length));
          const text = await readText(answer.body);
          return { value: { text, url: answer.url }, bytes: text.length, servesMs: servesMs(text) };
        } finally {
          answer.body.destroy();
        }
      }),
  };
}

/**
 * Lets each user do one piece of work per turn of the event loop, however many playlists they have requested. So other
 * users wait for one piece at most.
 */
function makePause(): (userId: string) => Promise<void> {
  const lines = new Map<string, Promise<void>>();
  return (userId) => {
    const mine = (lines.get(userId) ?? Promise.resolve()).then(nextTurn).then(() => {
      if (lines.get(userId) === mine) lines.delete(userId);
    });
    lines.set(userId, mine);
    return mine;
  };
}

/**
 * Players ask again after a target duration, or after half of it if the playlist has not changed (RFC 8216, section
 * 6.3.4).
 */
function servesMs(text: string): number {
  const target =
    /^#EXT-X-PART-INF:PART-TARGET=(\d{1,5}(?:\.\d{1,6})?)/m.exec(text)?.[1] ??
    /^#EXT-X-TARGETDURATION:(\d{1,5})/m.exec(text)?.[1];
  return target === undefined ? usualMs : Math.min((Number(target) * 1_000) / 2, longestMs);
}

function readText(body: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    body.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) reject(proxyErrors.manifest_too_large());
      else chunks.push(chunk);
    });
    body.once('error', reject);
    body.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}
