import type { ChatMessage, GetChatHistoryResponse, GetChatMessageContextResponse } from '@matinee/contract/gen/api.ts';
import { makeStore, type Store, type WritableStore } from '../../../client/store.ts';
import {
  type HistoryWindow,
  keepNewest,
  keepOldest,
  mostHeld,
  noHistory,
  withLive,
  withNewer,
  withOlder,
} from './history-window.ts';

const pageSize = 100;
/** The first page is smaller, as the person waits for it. */
const firstPageSize = 50;

export interface HistoryState extends HistoryWindow {
  /** `all`: there is nothing to read yet. */
  readonly loading: 'all' | 'older' | 'newer' | undefined;
  /** Why the last page did not load. */
  readonly error: unknown;
}

/** The source of pages. */
export interface HistoryReader {
  page(
    place: { readonly before_message_id?: string; readonly after_message_id?: string },
    size: number,
  ): Promise<Pick<GetChatHistoryResponse, 'messages' | 'has_more'>>;
  context(
    messageId: string,
    size: number,
  ): Promise<Pick<GetChatMessageContextResponse, 'messages' | 'has_before' | 'has_after'>>;
}

/**
 * The stretch of a room's chat that a page holds. An answer is dropped if a later request has replaced its own. [WC13]
 */
export interface History {
  readonly state: Store<HistoryState>;
  toNewest(): Promise<void>;
  /** Moves to a message and the messages around it. @throws ApiError when it is not there */
  toMessage(id: string): Promise<void>;
  loadOlder(): Promise<void>;
  loadNewer(): Promise<void>;
  /** Clears a failed page, so that it is requested again. */
  retry(): void;
  /** Reads the held stretch again, after a time without a connection. */
  refresh(): Promise<void>;
  /** @param keepsNewest false while the person reads further up: if there are too many messages, the newest go. */
  addLive(messages: readonly ChatMessage[], keepsNewest: boolean): void;
}

/** @param mayRead false: nothing is requested, and only live messages are held */
export function makeHistory(reader: HistoryReader, mayRead = true): History {
  const state = makeStore<HistoryState>({ ...noHistory, loading: mayRead ? 'all' : undefined, error: undefined });
  const read = makeReading(state);
  /** The way to a message that the person asked for: the held stretch is read again after it. */
  let moving = Promise.resolve();

  const quietly = (reading: Promise<void>) => reading.catch(() => undefined);
  const isBusy = () => state.get().loading !== undefined || state.get().error !== undefined;

  const toNewest = () => quietly(read(startOf(state.get()), () => reader.page({}, firstPageSize), newestOf));

  return {
    state,
    toNewest,
    toMessage(id) {
      const moved = read(
        startOf(state.get()),
        () => reader.context(id, firstPageSize / 2),
        ({ messages, has_before, has_after }) => ({ messages, hasOlder: has_before, hasNewer: has_after }),
      );
      moving = quietly(moved);
      return moved;
    },
    async loadOlder() {
      const first = state.get().messages[0];
      if (!first || !state.get().hasOlder || isBusy()) return;
      const ask = () => reader.page({ before_message_id: first.id }, pageSize);
      await quietly(read('older', ask, (page) => withOlder(state.get(), page.messages, page.has_more)));
    },
    async loadNewer() {
      const last = state.get().messages.at(-1);
      if (!last || !state.get().hasNewer || isBusy()) return;
      const ask = () => reader.page({ after_message_id: last.id }, pageSize);
      await quietly(read('newer', ask, (page) => withNewer(state.get(), page.messages, page.has_more)));
    },
    retry() {
      if (state.get().messages.length === 0) void toNewest();
      else state.set({ ...state.get(), error: undefined });
    },
    async refresh() {
      await moving;
      const again = () => readAgain(reader, state.get());
      await quietly(read(startOf(state.get()), again, (window) => window));
    },
    addLive(messages, keepsNewest) {
      const before = state.get();
      if (before.loading === 'all') return;
      const window = withLive(before, messages);
      if (window !== before) state.set({ ...before, ...(keepsNewest ? keepNewest(window) : keepOldest(window)) });
    },
  };
}

/** @returns a function that reads, and takes the answer unless another request has begun since */
function makeReading(state: WritableStore<HistoryState>) {
  let latest = 0;
  return async function read<T>(
    loading: HistoryState['loading'],
    ask: () => Promise<T>,
    take: (answer: T) => HistoryWindow,
  ): Promise<void> {
    latest += 1;
    const mine = latest;
    state.set({ ...state.get(), loading, error: undefined });
    try {
      const answer = await ask();
      if (mine === latest) state.set({ ...take(answer), loading: undefined, error: undefined });
    } catch (error) {
      if (mine === latest) state.set({ ...state.get(), loading: undefined, error });
      throw error;
    }
  };
}

/** The held stretch, as the server has it now. */
async function readAgain(reader: HistoryReader, { messages, hasOlder }: HistoryWindow): Promise<HistoryWindow> {
  const first = messages[0];
  if (!first) return newestOf(await reader.page({}, firstPageSize));
  let again: HistoryWindow = { messages: [first], hasOlder, hasNewer: true };
  while (again.hasNewer && again.messages.length < mostHeld) {
    const page = await reader.page({ after_message_id: again.messages.at(-1)!.id }, pageSize);
    again = withNewer(again, page.messages, page.has_more);
  }
  return again;
}

function newestOf({ messages, has_more }: Pick<GetChatHistoryResponse, 'messages' | 'has_more'>): HistoryWindow {
  return { messages, hasOlder: has_more, hasNewer: false };
}

/** Held messages stay while others are read. */
function startOf({ messages }: HistoryState): HistoryState['loading'] {
  return messages.length === 0 ? 'all' : 'newer';
}
