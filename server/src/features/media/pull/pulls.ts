/**
 * The streams that this process pulls from other servers: each once, from its first viewer until some seconds after the
 * last.
 */

import type { AppError } from '../../../kernel/errors.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { addressOf } from '../../../providers/live-proxy/live-proxy.provider.ts';
import type { Database } from '../../../store/database.ts';
import type { Library, MediaItem } from '../library/library.port.ts';
import type { OpenItem } from '../providers/sources.ts';
import type { LiveStream } from '../streams/air/live-stream.ts';
import { type Broadcast, type OnAir, takenOffReason } from '../streams/air/on-air.ts';
import type { Relays } from '../streams/relays/relays.ts';
import { streamErrors } from '../streams/streams.errors.ts';
import { overdueAt } from '../streams/streams.messages.ts';
import type { MediaVersion } from '../streams/streams.routes.ts';
import * as streamStore from '../streams/streams.store.ts';
import { pullErrors } from './pull.errors.ts';
import type { pullSettings } from './pull.settings.ts';
import { Pull, type PullFrom, type PullParts } from './pull.ts';
import type { PullFault } from './sources/pull-failed.ts';

export interface PullsParts extends PullParts {
  readonly db: Database;
  readonly library: Pick<Library, 'findMedia'>;
  readonly openItem: OpenItem;
  readonly onAir: OnAir;
  readonly relays: Pick<Relays, 'find'>;
  readonly replicaId: string;
  readonly settings: SettingValues<typeof pullSettings>;
}

/** A pull without readers ends after this, in milliseconds: HLS viewers read at intervals. */
const unreadMs = 15_000;
/** A stream that was taken off the air is not pulled again for this long, in milliseconds. */
const takenOffMs = 300_000;

export class Pulls {
  readonly #parts: PullsParts;
  readonly #pulls = new Map<string, Pull>();
  /** Pulls that are not on the air yet, by item. They count towards the limits. */
  readonly #starting = new Map<string, { readonly roomId: string; readonly stream: Promise<LiveStream> }>();
  readonly #takenOff = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #isStopped = false;

  constructor(parts: PullsParts) {
    this.#parts = parts;
  }

  /** Number of pulls by protocol and state. */
  get counts(): readonly { readonly protocol: string; readonly state: string; readonly count: number }[] {
    const counts = new Map<string, { readonly protocol: string; readonly state: string; count: number }>();
    for (const { protocol, state } of this.#pulls.values()) {
      const name = `${protocol} ${state}`;
      const known = counts.get(name);
      if (known) known.count += 1;
      else counts.set(name, { protocol, state, count: 1 });
    }
    return [...counts.values()];
  }

  /** The stream of an item; starts to pull it if needed. @throws AppError when there is none now. */
  async find(roomId: string, media: MediaVersion): Promise<LiveStream> {
    const { mediaId, version } = media;
    const known = this.#pulls.get(mediaId);
    if (known?.roomId === roomId && known.version === version) return this.#read(known);
    const starting = this.#starting.get(mediaId);
    if (starting?.roomId === roomId) return starting.stream;
    this.#checkLimits(roomId, mediaId, { all: 0, room: 0 });
    const stream = this.#start(roomId, media).finally(() => this.#starting.delete(mediaId));
    this.#starting.set(mediaId, { roomId, stream });
    return stream;
  }

  readonly noteRead = (mediaId: string): void => this.#pulls.get(mediaId)?.noteRead();

  /** Called at intervals: ends pulls without readers. */
  beat(): void {
    const oldestMs = this.#parts.clock.nowMs() - unreadMs;
    for (const pull of this.#pulls.values()) if (pull.lastReadMs < oldestMs) pull.end();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const pull of this.#pulls.values()) pull.end();
    await Promise.allSettled([...this.#starting.values()].map(({ stream }) => stream));
    await Promise.all(this.#running);
  }

  /**
   * `mediaId` is not counted; `others`: pulls of other processes. @throws AppError `pull.too_many_in_room`,
   * `pull.too_many`
   */
  #checkLimits(roomId: string, mediaId: string, others: { readonly all: number; readonly room: number }): void {
    const { settings } = this.#parts;
    const local = new Map([...this.#starting, ...this.#pulls].map(([id, one]) => [id, one.roomId]));
    local.delete(mediaId);
    const inRoom = [...local.values()].filter((one) => one === roomId).length;
    if (inRoom + others.room >= settings.maxPullsPerRoom) throw pullErrors.too_many_in_room();
    if (local.size + others.all >= settings.maxPulls) throw pullErrors.too_many();
  }

  async #start(roomId: string, media: MediaVersion): Promise<LiveStream> {
    const { db, clock, relays, replicaId } = this.#parts;
    const item = await this.#findItem(roomId, media);
    if (!item || this.#isStopped || this.#takenOff.has(media.mediaId)) throw streamErrors.off_air();
    const overdueMs = overdueAt(clock.nowMs());
    const row = await streamStore.findStream(db.query(), media.mediaId, overdueMs);
    if (row && row.replica_id !== replicaId) return relays.find(roomId, media.mediaId);
    const counted = { staleMs: overdueMs, replicaId };
    this.#checkLimits(roomId, media.mediaId, await streamStore.countPulls(db.query(), roomId, counted));
    const address = await this.#addressOf(item);
    const ending = new AbortController();
    const taken = await this.#take(roomId, media, item.media.creatorId, ending);
    // Another process was faster.
    if (!taken) return relays.find(roomId, media.mediaId);
    if (this.#isStopped) {
      taken.end('ended');
      throw streamErrors.off_air();
    }
    return this.#read(this.#begin(taken, { version: media.version, address, ending }));
  }

  /** The item, if it still exists with this source. */
  async #findItem(roomId: string, { mediaId, version }: MediaVersion): Promise<MediaItem | undefined> {
    const { db, library } = this.#parts;
    const item = await library.findMedia(db, roomId, mediaId);
    const isSame = item?.sourceVersion === version && item.media.source?.source.case === 'liveProxy';
    return isSame ? item : undefined;
  }

  async #take(
    roomId: string,
    media: MediaVersion,
    publisherId: string,
    ending: AbortController,
  ): Promise<Broadcast | undefined> {
    const { db, onAir } = this.#parts;
    const mayGoOn = async () =>
      (await this.#findItem(roomId, media)) !== undefined && (await streamStore.isRoomOpen(db.query(), roomId));
    const claim = {
      ...{ roomId, publisherId, mediaId: media.mediaId, mayGoOn },
      pull: { state: 'connecting' as const },
      use: async () => true,
    };
    const end = (reason: string) => {
      ending.abort();
      if (reason === takenOffReason) this.#takeOff(media.mediaId);
    };
    const taken = await onAir.take(claim, { address: 'a source', end });
    if (taken === 'unavailable') throw pullErrors.too_many();
    return typeof taken === 'string' ? undefined : taken;
  }

  #begin(taken: Broadcast, from: PullFrom): Pull {
    const { log } = this.#parts;
    const { roomId, mediaId } = taken.place;
    const pull = new Pull(this.#parts, taken, from);
    this.#pulls.set(mediaId, pull);
    log.info({ roomId, mediaId, protocol: pull.protocol }, 'a stream is pulled');
    const running = pull.run().finally(() => {
      if (this.#pulls.get(mediaId) === pull) this.#pulls.delete(mediaId);
      this.#running.delete(running);
      log.info({ roomId, mediaId }, 'a stream is pulled no more');
    });
    this.#running.add(running);
    return pull;
  }

  async #addressOf(item: MediaItem): Promise<string> {
    const { secrets } = await this.#parts.openItem(item);
    const source = item.media.source!.source;
    if (source.case !== 'liveProxy') throw streamErrors.off_air();
    return addressOf(source.value, secrets);
  }

  /** Blocks the stream for a while, because its viewers would request it again at once. */
  #takeOff(mediaId: string): void {
    this.#takenOff.add(mediaId);
    this.#parts.clock.after(takenOffMs, () => this.#takenOff.delete(mediaId));
  }

  async #read(pull: Pull): Promise<LiveStream> {
    pull.noteRead();
    const fault = await pull.ready();
    if (fault === undefined) return pull.stream;
    throw fault === 'over' ? streamErrors.off_air() : failureOf(fault);
  }
}

function failureOf(fault: PullFault): AppError {
  if (fault === 'private_network') return pullErrors.private_address();
  if (fault === 'no_ffmpeg') return pullErrors.no_ffmpeg();
  return pullErrors.source_failed({ metadata: { fault } });
}
