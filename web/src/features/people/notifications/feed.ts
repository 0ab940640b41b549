import type { WatchNotificationsResponse } from '@matinee/contract/gen/api.ts';
import type { Api } from '../../../client/calls/api.ts';
import { readEvents } from '../../../client/calls/event-stream.ts';
import { localNow } from '../../../client/room/clock.ts';
import { makeStore, type Store, type WritableStore } from '../../../client/store.ts';
import { addPage, applyEvent, type LoadedNotifications, pageSize } from './loaded-notifications.ts';

/** The notifications of the signed-in user, while a component shows them. */
export interface Feed {
  /** Undefined: not known yet. */
  readonly list: Store<LoadedNotifications | undefined>;
  /** Why the list is not known, while it is not. */
  readonly failure: Store<unknown>;
  /** Follows the notifications until the returned function is called. */
  follow(): () => void;
  /** @throws ApiError */
  loadMore(): Promise<void>;
  /** Tries again at once, after a failure. */
  retry(): void;
}

const path = '/api/notifications/watch';
const firstRetryMs = 1_000;
const longestRetryMs = 60_000;
/** After this time, in milliseconds, a hidden page gives up its stream: browsers have few connections to one server. */
const hiddenMs = 30_000;

interface FeedParts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: () => number;
}

/** Makes the feed of one account. All components that show it share one stream. [WNT2] */
export function makeFeed(api: Api, { now, random }: FeedParts): Feed {
  const list = makeStore<LoadedNotifications | undefined>(undefined);
  const failure = makeStore<unknown>(undefined);
  const run = makeReader(api, { list, failure }, { now, random });
  let followers = 0;
  let running: AbortController | undefined;

  function start(): void {
    if (running || followers === 0) return;
    running = new AbortController();
    void run(running.signal);
  }

  function stop(): void {
    running?.abort();
    running = undefined;
  }

  return {
    list,
    failure,
    retry() {
      failure.set(undefined);
      stop();
      start();
    },
    follow() {
      followers += 1;
      start();
      const unwatch = watchVisibility(start, stop);
      return () => {
        followers -= 1;
        unwatch();
        if (followers === 0) stop();
      };
    },
    loadMore: () => readMore(api, list),
  };
}

interface FeedStores {
  readonly list: WritableStore<LoadedNotifications | undefined>;
  readonly failure: WritableStore<unknown>;
}

/** @returns a function that reads the notifications into the stores until its signal ends it */
function makeReader(api: Api, { list, failure }: FeedStores, { now, random }: FeedParts) {
  let lastEventId: string | undefined;

  /**
   * Follows the stream until it ends.
   * @throws when the stream cannot be opened.
   */
  async function read(signal: AbortSignal): Promise<void> {
    const after = lastEventId === undefined ? '' : `?after_event_sequence=${lastEventId}`;
    const response = await api.load(api.baseUrl + path + after, signal);
    if (!response.ok) return;
    for await (const { event } of readEvents<WatchNotificationsResponse>(response)) {
      if (!event || signal.aborted) continue;
      lastEventId = event.eventId;
      list.set(applyEvent(list.get(), event, new Date(now()).toISOString()));
      failure.set(undefined);
    }
  }

  /** Requests the list now and then while there is no stream. */
  async function ask(): Promise<void> {
    const answer = await api.call('NotificationService.ListNotifications', { page_size: pageSize });
    lastEventId = undefined;
    list.set({ items: answer.notifications, unread: answer.unread_count, more: answer.next_before_place });
    failure.set(undefined);
  }

  return async function run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted && api.tokens.get() !== undefined) {
      const before = lastEventId;
      await read(signal).catch(() => undefined);
      if (signal.aborted) return;
      failures = lastEventId === before ? failures + 1 : 0;
      if (failures > 1) await ask().catch((error: unknown) => list.get() ?? failure.set(error));
      await pause(Math.min(firstRetryMs * 2 ** failures, longestRetryMs) * (0.75 + random() / 2), signal);
    }
  };
}

/** Reads the page that follows the held list. @throws ApiError */
async function readMore(api: Api, list: WritableStore<LoadedNotifications | undefined>): Promise<void> {
  const before = list.get()?.more;
  if (before === undefined) return;
  const request = { before_place: before, page_size: pageSize };
  const page = await api.call('NotificationService.ListNotifications', request);
  const held = list.get();
  if (held) list.set(addPage(held, page));
}

function watchVisibility(onShown: () => void, onHidden: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const change = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') onShown();
    else timer = setTimeout(onHidden, hiddenMs);
  };
  document.addEventListener('visibilitychange', change);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', change);
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

// biome-ignore lint/plugin: this is where the browser's own parts come from
const browserParts: FeedParts = { now: localNow, random: Math.random };
let current: { readonly userId: string; readonly feed: Feed } | undefined;

/** The feed of the signed-in user, one for the whole page. */
export function feedOf(api: Api, userId: string): Feed {
  if (current?.userId !== userId) current = { userId, feed: makeFeed(api, browserParts) };
  return current.feed;
}
