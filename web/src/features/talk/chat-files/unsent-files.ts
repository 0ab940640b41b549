import { localNow } from '../../../client/room/clock.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { unsentTable } from '../../shared/uploads/unsent-table.port.ts';
import type { ChosenFile } from './outgoing.ts';

/** Keys of a person's files and messages in a room. `taken` marks files that belong to a message. */
export interface UnsentKeys {
  message(id: string): string;
  file(id: string): string;
  taken(id: string): string;
}

/** Waits until the server has sent this page's principal. */
export async function keysOf({
  roomId,
  principalId,
}: Pick<RoomConnection, 'roomId' | 'principalId'>): Promise<UnsentKeys> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (principalId.get() === undefined) return;
      end();
      resolve();
    };
    const end = principalId.subscribe(look);
    look();
  });
  const of = `${roomId} ${principalId.get()} `;
  return {
    message: (id: string) => `message ${of}${id}`,
    file: (id: string) => `file ${of}${id}`,
    taken: (id: string) => `taken ${of}${id}`,
  };
}

/** Attached but unsent files, kept in this browser. If it refuses, they last as long as the page. */
export interface UnsentFiles {
  put(chosen: ChosenFile): void;
  remove(id: string): void;
  /** The files that belong to no message. */
  listFree(): Promise<readonly ChosenFile[]>;
}

/** Makes the storage for the unsent files of a room. [WCF13] */
export function unsentFiles(room: RoomConnection): UnsentFiles {
  const table = unsentTable(localNow);
  const known = keysOf(room);
  const ignore = () => undefined;
  return {
    put: (chosen) => void known.then((keys) => table.put([[keys.file(chosen.id), chosen]])).catch(ignore),
    remove: (id) => void known.then((keys) => table.remove([keys.file(id)])).catch(ignore),
    async listFree() {
      try {
        const keys = await known;
        const rows = await table.list<ChosenFile>(keys.file(''));
        const taken = new Set((await table.list(keys.taken(''))).map(({ key }) => key));
        return rows.map(({ value }) => value).filter(({ id }) => !taken.has(keys.taken(id)));
      } catch {
        return [];
      }
    },
  };
}
