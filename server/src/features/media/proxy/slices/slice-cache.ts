/**
 * Bytes of films, kept on disk in slices. Simultaneous readers of a slice share one request to upstream, and the slice
 * after it is fetched ahead. The system's page cache keeps the most used bytes in memory, and this process only what was
 * read last. [SC1]–[SC10]
 */
import { LRUCache } from 'lru-cache';
import type { UpstreamAnswer, UpstreamClient } from '../../../../drivers/upstream/upstream.ts';
import { type Clock, endingBy, nextTurn } from '../../../../kernel/clock.ts';
import { parseContentRange } from '../../../../kernel/http/ranges.ts';
import type { Log } from '../../../../kernel/log.ts';
import { proxyErrors } from '../proxy.errors.ts';
import { errorOfStatus } from '../serving/upstream-errors.ts';
import { type BodyVersion, hashOf, versionOf } from './body-version.ts';
import { FairSlots, type SlotRequest } from './fair-slots.ts';
import { Fill } from './fill.ts';
import { HotChunks } from './hot-chunks.ts';
import { type OpenSlice, openComplete, openGrowing } from './open-slice.ts';
import { lengthOfSlice, placeOf } from './slice-math.ts';
import type { Head, SliceStore } from './slice-store.ts';

/**
 * How long a version is served without asking upstream, and how long while upstream is asked at the same time, in
 * milliseconds.
 */
const freshMs = 10 * 60_000;
const staleMs = 24 * 60 * 60_000;
/** How long a resource bypasses the cache after upstream has shown that it gives no ranges, in milliseconds. */
const bypassMs = 10 * 60_000;
const maxBypassed = 10_000;
/** How long nothing is cached after a failure of the disk, in milliseconds. */
const afterFaultMs = 60_000;
/** Most slices that one server is asked for at a time. */
const fillsAtOnce = 16;

export interface CachedSource {
  readonly identity: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The user who asks; `signal` aborts when they leave. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

export interface SliceParts {
  readonly store: SliceStore;
  readonly upstream: UpstreamClient;
  readonly clock: Clock;
  readonly log: Log;
}

export class SliceCache {
  readonly #parts: SliceParts;
  readonly #fills = new Map<string, Promise<Fill>>();
  readonly #contacts = new Map<string, Promise<Head | undefined>>();
  /** Resources that upstream gives no slices of. */
  readonly #bypassed: LRUCache<string, true>;
  readonly #slots = new FairSlots(fillsAtOnce);
  /** Tickets of contacts and fills that have not begun. A user who joins one waits in their own line. */
  readonly #slotRequests = new Map<string, SlotRequest>();
  readonly #chunks = new HotChunks();
  #faultUntilMs = 0;
  hits = 0;
  misses = 0;

  constructor(parts: SliceParts) {
    this.#parts = parts;
    this.#bypassed = new LRUCache({ max: maxBypassed, ttl: bypassMs, ...endingBy(parts.clock) });
  }

  /**
   * The present version of a resource. Undefined: its bytes cannot be cached, and must be passed on as they are.
   * `firstIndex` is the first slice that the reader needs: the request that learns the version fetches it. @throws
   * UpstreamFailed, AppError
   */
  async find(source: CachedSource, firstIndex: number): Promise<BodyVersion | undefined> {
    const { store, clock } = this.#parts;
    const nowMs = clock.nowMs();
    const resource = hashOf(source.identity);
    if (nowMs < this.#faultUntilMs || this.#bypassed.has(resource)) return undefined;
    const head = store.head(resource);
    const ageMs = nowMs - (head?.checkedAtMs ?? 0);
    if (!head || ageMs > staleMs) return (await this.#contact(resource, source, firstIndex))?.version;
    // All present readers get the known version at once; the answer is for later ones.
    if (ageMs > freshMs) this.#contact(resource, source, firstIndex).catch(() => undefined);
    return head.version;
  }

  /** Opens a slice for one reader, from the disk or from upstream. @throws UpstreamFailed, AppError `proxy.changed` */
  async open(version: BodyVersion, source: CachedSource, index: number): Promise<OpenSlice> {
    const name = `${version.id}/${index}`;
    const isOnItsWay = this.#fills.has(name);
    // Otherwise a fill that ends during the look at the disk would be missed in both places.
    const file = isOnItsWay ? undefined : await this.#parts.store.open(version.id, index);
    if (file) {
      this.hits += 1;
      return openComplete(file, name, lengthOfSlice(index, version.size)!, this.#chunks);
    }
    return openGrowing(await this.#fill(version, source, index));
  }

  /** Begins to fetch a slice that a reader will need next. */
  readAhead(version: BodyVersion, source: CachedSource, index: number): void {
    const isThere = lengthOfSlice(index, version.size) === undefined || this.#parts.store.has(version.id, index);
    // The reader who needs the slice gets the failure.
    if (!isThere) this.#fill(version, source, index).catch(() => undefined);
  }

  async evictExpired(): Promise<number> {
    const oldestMs = this.#parts.clock.nowMs() - staleMs;
    return this.#parts.store.evict(({ checkedAtMs }) => checkedAtMs < oldestMs);
  }

  purge(): Promise<number> {
    this.#bypassed.clear();
    this.#chunks.clear();
    return this.#parts.store.clear();
  }

  /** Learns the present version from upstream, by fetching a slice of it. */
  #contact(resource: string, source: CachedSource, index: number): Promise<Head | undefined> {
    const known = this.#contacts.get(resource);
    if (known) {
      this.#slotRequests.get(resource)?.join(source.owner, source.signal);
      return known;
    }
    const contact = this.#ask(resource, source, index).finally(() => this.#contacts.delete(resource));
    this.#contacts.set(resource, contact);
    return contact;
  }

  async #ask(resource: string, source: CachedSource, index: number): Promise<Head | undefined> {
    const { store, clock } = this.#parts;
    const freeSlot = await this.#takeSlot(resource, source);
    let isOver = true;
    try {
      const answer = await this.#request(source, index, Number.MAX_SAFE_INTEGER);
      const version = versionOf(resource, answer);
      if (!version || !isWhole(answer, version, index)) {
        answer.body.destroy();
        freeSlot();
        return await this.#askOtherwise(resource, source, index, answer.status);
      }
      answer.body.pause();
      const head: Head = { version, checkedAtMs: clock.nowMs() };
      await store.prepare(head);
      // A reader who finds the version must also find its fill.
      store.confirm(head);
      const name = `${version.id}/${index}`;
      isOver = store.has(version.id, index) || this.#fills.has(name);
      if (isOver) answer.body.destroy();
      else this.#keepFill(name, this.#receive(version, index, answer, freeSlot));
      return head;
    } catch (cause) {
      this.#noteFault(cause);
      throw cause;
    } finally {
      if (isOver) freeSlot();
    }
  }

  /** Called when upstream gave no slice. The body may be too short for this slice, or upstream gives no ranges. */
  #askOtherwise(resource: string, source: CachedSource, index: number, status: number): Promise<Head | undefined> {
    if (status === 416 && index > 0) return this.#ask(resource, source, 0);
    if (status !== 200 && status !== 206 && status !== 416) throw errorOfStatus(status);
    this.#bypassed.set(resource, true);
    return Promise.resolve(undefined);
  }

  #fill(version: BodyVersion, source: CachedSource, index: number): Promise<Fill> {
    const name = `${version.id}/${index}`;
    const known = this.#fills.get(name);
    if (known) {
      this.#slotRequests.get(name)?.join(source.owner, source.signal);
      return known;
    }
    return this.#keepFill(name, this.#fetch(version, source, index));
  }

  #keepFill(name: string, fill: Promise<Fill>): Promise<Fill> {
    this.misses += 1;
    this.#fills.set(name, fill);
    fill.catch(() => this.#fills.delete(name));
    return fill;
  }

  async #fetch(version: BodyVersion, source: CachedSource, index: number): Promise<Fill> {
    const { store } = this.#parts;
    const freeSlot = await this.#takeSlot(`${version.id}/${index}`, source);
    try {
      const answer = await this.#request(source, index, version.size);
      const present = versionOf(version.resource, answer);
      if (present?.id !== version.id || !isWhole(answer, version, index)) {
        answer.body.destroy();
        await store.forget(version);
        throw answer.status >= 400 ? errorOfStatus(answer.status) : proxyErrors.changed();
      }
      return await this.#receive(version, index, answer, freeSlot);
    } catch (cause) {
      freeSlot();
      this.#noteFault(cause);
      throw cause;
    }
  }

  /** Limits the requests to one server at a time. @throws Error when all waiting readers have left. */
  async #takeSlot(name: string, { url, owner, signal }: CachedSource): Promise<() => void> {
    const request = this.#slots.take(new URL(url).origin, owner, signal);
    this.#slotRequests.set(name, request);
    try {
      return await request.slot;
    } finally {
      this.#slotRequests.delete(name);
    }
  }

  #request({ url, headers }: CachedSource, index: number, size: number): Promise<UpstreamAnswer> {
    const { start, end } = placeOf(index, size);
    // Other readers may need the slice after the first one leaves, so no reader's signal ends the request.
    const { signal } = new AbortController();
    return this.#parts.upstream.open({ url, headers, conditions: { range: `bytes=${start}-${end}` }, signal });
  }

  /** Writes a slice to the disk as it comes. Frees the slot when the slice is complete, or has failed. */
  async #receive(version: BodyVersion, index: number, answer: UpstreamAnswer, freeSlot: () => void): Promise<Fill> {
    const { store } = this.#parts;
    answer.body.pause();
    try {
      const { file, path } = await store.begin(version);
      const length = lengthOfSlice(index, version.size)!;
      const fill = new Fill(file, length, answer, this.#chunks, `${version.id}/${index}`);
      void this.#settle(version, index, fill, path).finally(freeSlot);
      return fill;
    } catch (cause) {
      answer.body.destroy();
      freeSlot();
      throw cause;
    }
  }

  async #settle(version: BodyVersion, index: number, fill: Fill, path: string): Promise<void> {
    const { store } = this.#parts;
    const name = `${version.id}/${index}`;
    try {
      await fill.done;
      await store.keep(version, index, fill.length, path);
      this.#fills.delete(name);
    } catch (cause) {
      this.#fills.delete(name);
      this.#noteFault(cause);
      await store.discard(version, path);
    }
    // Readers who found the fill before hold it within this turn.
    await nextTurn();
    fill.letGo();
  }

  /** Films go on if the disk is full or broken: for a while bytes are passed on without the cache. */
  #noteFault(cause: unknown): void {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    const isOfDisk = syscall === 'write' || syscall === 'open' || syscall === 'mkdir' || code === 'ENOSPC';
    if (!isOfDisk) return;
    this.#faultUntilMs = this.#parts.clock.nowMs() + afterFaultMs;
    this.#parts.log.error({ err: cause }, 'slices of films cannot be stored; films are passed on without the cache');
  }
}

/** Whether a 206 has the whole slice, and its headers agree about that. */
function isWhole({ headers }: UpstreamAnswer, { size }: BodyVersion, index: number): boolean {
  const range = parseContentRange(headers['content-range']);
  const { start, end } = placeOf(index, size);
  const told = headers['content-length'];
  return range?.start === start && range.end === end && (told === undefined || Number(told) === end - start + 1);
}
