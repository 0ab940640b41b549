/**
 * Finds facts about films in the background: once over all replicas, a few films at a time, with limits on bytes and
 * time. [MP1]–[MP6]
 */
import { create, equals } from '@bufbuild/protobuf';
import { type MediaFacts, MediaFactsSchema } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import { ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { UpstreamClient } from '../../../drivers/upstream/upstream.ts';
import { UpstreamFailed } from '../../../drivers/upstream/upstream-failed.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Resolved } from '../../../providers/resolved.ts';
import type { Database } from '../../../store/database.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import type { Artwork } from '../artwork/artwork.port.ts';
import type { Library, MediaItem } from '../library/library.port.ts';
import type { MediaProbe } from './media-probe.port.ts';
import { readSource } from './read-source.ts';
import { withinTime } from './within-time.ts';

/** Most films that are read at a time, and most that wait. A film that finds no place is read before it plays. */
const atOnce = 2;
const maxWaiting = 1_000;
/** Longest time for one film, in milliseconds. */
const longestMs = 30_000;
/** How long a film is not read again after any replica began to read it, in milliseconds. */
const restMs = 10 * 60_000;

export interface ProbeParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keyValue: Pick<KeyValue, 'set'>;
  readonly upstream: UpstreamClient;
  readonly library: Pick<Library, 'findMedia'>;
  readonly resolveItem: (item: MediaItem, viewer: { readonly userId: string }) => Promise<Resolved>;
  /** Stores the facts, and tells the room. */
  readonly learn: (roomId: string, item: MediaItem, facts: MediaFacts) => Promise<void>;
  readonly artwork: Artwork;
}

/** Counts since the start. */
export interface ProbeFigures {
  found: number;
  failed: number;
}

export interface RunningProbe extends MediaProbe {
  readonly figures: ProbeFigures;
  /** Resolves when no film is being read and none waits. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

interface ProbeTask {
  readonly roomId: string;
  readonly mediaId: string;
}

export function makeProbe(parts: ProbeParts): RunningProbe {
  const waiting = new Map<string, ProbeTask>();
  const running = new Set<Promise<void>>();
  const figures: ProbeFigures = { found: 0, failed: 0 };
  const stopping = new AbortController();

  function start(): void {
    while (running.size < atOnce && waiting.size > 0 && !stopping.signal.aborted) {
      const [mediaId, wanted] = waiting.entries().next().value!;
      waiting.delete(mediaId);
      const work = probe(parts, wanted, figures, stopping.signal).finally(() => {
        running.delete(work);
        start();
      });
      running.add(work);
    }
  }

  return {
    figures,
    request(roomId, mediaIds) {
      for (const mediaId of mediaIds) if (waiting.size < maxWaiting) waiting.set(mediaId, { roomId, mediaId });
      start();
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    async stop() {
      waiting.clear();
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** Never throws: viewers who play the film learn its faults. */
async function probe(
  parts: ProbeParts,
  { roomId, mediaId }: ProbeTask,
  figures: ProbeFigures,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, library, log, artwork } = parts;
  try {
    const item = await library.findMedia(db, roomId, mediaId);
    if (!item || !mayRead(item)) return;
    const isKnown = item.facts !== undefined && !item.facts.live;
    if (isKnown && !(await artwork.isWanted(item))) return;
    if (!(await isFirst(parts, item))) return;
    const read = (signal: AbortSignal) => find(parts, item, signal);
    const reading = await withinTime({ clock, stopping, longestMs }, read).catch(async (cause) => {
      // A film whose facts cannot be read may have a picture, unless its server gives no bytes at all.
      if (!(cause instanceof UpstreamFailed)) await artwork.seek(item, undefined);
      throw cause;
    });
    if (!reading) return artwork.seek(item, undefined);
    const facts = create(MediaFactsSchema, reading.facts);
    const isNew = !(item.facts && equals(MediaFactsSchema, item.facts, facts));
    if (isNew) await parts.learn(roomId, item, facts);
    if (isNew) figures.found += 1;
    if (!facts.live) await artwork.seek(item, reading.cover);
  } catch (err) {
    if (stopping.aborted) return;
    figures.failed += 1;
    log.debug({ err, roomId, mediaId }, 'nothing could be found out about a film');
  }
}

/** The server never loads a film whose adder allows direct loading only. */
function mayRead({ media }: MediaItem): boolean {
  return media.source?.proxyMode !== ProxyMode.DIRECT_ONLY;
}

/**
 * Whether no replica has begun to read this film lately. While the store is unreachable, replicas may read it twice.
 */
async function isFirst({ keyValue }: ProbeParts, { media, sourceVersion }: MediaItem): Promise<boolean> {
  try {
    return await keyValue.set(`media-probe:${media.id}.${sourceVersion}`, '1', { ttlMs: restMs, ifAbsent: true });
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'unavailable') return true;
    throw cause;
  }
}

/** Undefined if there is no address to read. */
async function find({ upstream, resolveItem }: ProbeParts, item: MediaItem, signal: AbortSignal) {
  const { modes } = await resolveItem(item, { userId: item.media.creatorId });
  const [media] = modes[0]?.medias ?? [];
  if (!media?.upstream) return undefined;
  return readSource(upstream, media.format, media.upstream, signal);
}
