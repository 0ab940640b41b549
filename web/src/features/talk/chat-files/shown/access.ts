import type { ChatAttachment, PictureVariant } from '@matinee/contract/gen/api.ts';
import { localNow } from '../../../../client/room/clock.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { makeStore, type Store, type WritableStore } from '../../../../client/store.ts';

/** The person's access to a file. */
export interface Access {
  /** Undefined: not known yet, or there is none. */
  readonly url: string | undefined;
  /** The same picture in other sizes. */
  readonly variants: readonly PictureVariant[];
  /** `gone`: the file is no longer there. `failed`: the request failed. */
  readonly state: 'asking' | 'known' | 'gone' | 'failed';
}

/** Addresses of attachments for the person at this page. Requests made at the same time share one call. [WCF6] */
export interface AttachmentAccess {
  /** The access to an attachment. It is requested if it is not known, or about to end. */
  of(id: string): WritableStore<Access>;
  /** Requests the access again, as an address did not work. */
  renew(id: string): void;
  /** Waits for a valid address. Undefined: there is none. */
  urlOf(id: string): Promise<string | undefined>;
}

/** An address works for at least ten minutes (server, `files/tokens.ts`). It is used for nine. */
const servesMs = 9 * 60_000;
/** A call waits this long for more requests. */
const gatherMs = 30;
/** Most attachments of a call (contract, `GetChatAttachmentAccessRequest`). */
const mostAtOnce = 100;

type Ask = (ids: readonly string[]) => Promise<readonly Pick<ChatAttachment, 'id' | 'url' | 'animated' | 'variants'>[]>;

const asking: Access = { url: undefined, variants: [], state: 'asking' };

/** @param now local time in milliseconds that never jumps */
export function makeAccess(ask: Ask, now: () => number): AttachmentAccess {
  const stores = new Map<string, WritableStore<Access>>();
  const askedAt = new Map<string, number>();
  const gather = makeGatherer(askFor);

  async function askFor(ids: readonly string[]): Promise<void> {
    const set = (id: string, access: Access) => stores.get(id)?.set(access);
    try {
      const found = new Map((await ask(ids)).map((attachment) => [attachment.id, attachment]));
      for (const id of ids) {
        const one = found.get(id);
        if (one) set(id, { url: one.url, variants: one.animated ? [] : one.variants, state: 'known' });
        else set(id, { ...asking, state: 'gone' });
      }
    } catch {
      for (const id of ids) {
        askedAt.delete(id);
        set(id, { ...asking, state: 'failed' });
      }
    }
  }

  function askSoon(id: string): void {
    gather(id);
    askedAt.set(id, now());
  }

  function storeOf(id: string): WritableStore<Access> {
    const store = stores.get(id) ?? makeStore(asking);
    stores.set(id, store);
    return store;
  }

  function of(id: string): WritableStore<Access> {
    const store = storeOf(id);
    const at = askedAt.get(id);
    if (at === undefined || now() - at > servesMs) {
      store.set(asking);
      askSoon(id);
    }
    return store;
  }

  return {
    of,
    renew(id) {
      storeOf(id).set(asking);
      askSoon(id);
    },
    urlOf: (id) => firstUrl(of(id)),
  };
}

/** @returns a function that collects ids, and passes ids that arrive together on in as few calls as possible */
function makeGatherer(askFor: (ids: readonly string[]) => Promise<void>): (id: string) => void {
  const waiting = new Set<string>();

  function flush(): void {
    const ids = [...waiting];
    waiting.clear();
    for (let start = 0; start < ids.length; start += mostAtOnce) void askFor(ids.slice(start, start + mostAtOnce));
  }

  return (id) => {
    if (waiting.size === 0) setTimeout(flush, gatherMs);
    waiting.add(id);
  };
}

/** Waits until the request has ended. Undefined: there is no address. */
function firstUrl(store: Store<Access>): Promise<string | undefined> {
  return new Promise((resolve) => {
    const look = () => {
      if (store.get().state === 'asking') return;
      end();
      resolve(store.get().url);
    };
    const end = store.subscribe(look);
    look();
  });
}

const ofRooms = new WeakMap<RoomConnection, AttachmentAccess>();

/** The page's known addresses of a room's attachments. */
export function accessIn(room: RoomConnection): AttachmentAccess {
  const { api, roomId: room_id } = room;
  const ask: Ask = async (attachment_ids) =>
    (await api.call('RoomService.GetChatAttachmentAccess', { room_id, attachment_ids })).attachments;
  const access = ofRooms.get(room) ?? makeAccess(ask, localNow);
  ofRooms.set(room, access);
  return access;
}
