import { ApiError } from '../../../client/calls/api-error.ts';
import { localNow } from '../../../client/room/clock.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { makeStore } from '../../../client/store.ts';
import { type UnsentRow, unsentTable } from '../../shared/uploads/unsent-table.port.ts';
import { filesDraftOf } from '../chat-files/draft.ts';
import type { ChosenFile, OutgoingFiles } from '../chat-files/outgoing.ts';
import { keysOf } from '../chat-files/unsent-files.ts';
import type { MessageStorage, OutgoingMessage } from './outbox.ts';

/** An older message is sent only when its author says so, in milliseconds. */
const freshMs = 10 * 60_000;

interface UnsentMessage extends Omit<OutgoingMessage, 'state' | 'error' | 'files'> {
  readonly files: readonly { readonly id: string; readonly name: string }[];
  readonly sentAtMs: number;
}

/**
 * Keeps unsent messages in this browser until the server has them, and marks the kept files that belong to them.
 * [WCF13]
 */
export async function openMessageStorage(room: RoomConnection): Promise<MessageStorage> {
  const table = unsentTable(localNow);
  const keys = await keysOf(room);
  // The operations on the table run one after another.
  let last: Promise<unknown> = Promise.resolve();
  const then = (work: () => Promise<unknown>) => {
    last = last.then(work).catch(() => undefined);
  };
  const rowsOf = (files: UnsentMessage['files']) => files.flatMap(({ id }) => [keys.file(id), keys.taken(id)]);

  async function restored({ value }: UnsentRow<UnsentMessage>): Promise<OutgoingMessage> {
    const { files: named, sentAtMs, ...message } = value;
    const rows = await Promise.all(named.map(({ id }) => table.find<ChosenFile>(keys.file(id))));
    const chosen = rows.flatMap((row) => row?.value ?? []);
    const areThere = chosen.length === named.length;
    const files = areThere ? filesDraftOf(room).outgoing(chosen) : lostFiles(named.map(({ name }) => name));
    const isOld = localNow() - sentAtMs > freshMs;
    return {
      ...message,
      ...(named.length > 0 ? { files } : {}),
      ...(isOld ? { state: 'failed', error: failure('chat.unsent') } : { state: 'waiting' }),
    };
  }

  return {
    keep({ files: outgoing, state: _state, error: _error, ...message }) {
      const files = (outgoing?.chosen ?? []).map(({ id, file }) => ({ id, name: file.name }));
      const kept: UnsentMessage = { ...message, files, sentAtMs: localNow() };
      const taken = files.map(({ id }) => [keys.taken(id), true] as const);
      then(() => table.put([[keys.message(message.clientMessageId), kept], ...taken]));
    },
    forget: (id) =>
      then(async () => {
        const key = keys.message(id);
        const row = await table.find<UnsentMessage>(key);
        await table.remove([key, ...rowsOf(row?.value.files ?? [])]);
      }),
    async restore() {
      const rows = await table.list<UnsentMessage>(keys.message('')).catch(() => []);
      // The rows belong to this page from now on.
      for (const { key, value } of rows) then(() => table.put([[key, value]]));
      return Promise.all(rows.map(restored));
    },
  };
}

/**
 * A placeholder for files that were too large for the browser to store. If the person attaches them again, only
 * missing parts are sent.
 */
function lostFiles(names: readonly string[]): OutgoingFiles {
  const error = failure('files.lost');
  const views = names.map((name) => ({
    ...{ id: name, name, type: '', sizeBytes: 0, preview: '', voice: undefined },
    ...{ phase: 'failed' as const, sentBytes: 0, error },
  }));
  return {
    views: makeStore(views),
    chosen: [],
    references: () => Promise.reject(error),
    forget() {},
    discard() {},
  };
}

function failure(code: string): ApiError {
  return new ApiError({ status: 0, code, message: '', requestId: '' });
}
