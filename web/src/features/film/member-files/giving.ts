/** Gives the held files of a page to its room: says which there are, and sends the pieces that the server asks for. */
import type { MemberFileRange } from '@matinee/contract/gen/api.ts';
import { localNow } from '../../../client/room/clock.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { makeLineSpeed, neededSpeed } from './line-speed.ts';
import { type LocalFile, letGo, localFiles } from './local-files.ts';

/** Pieces that are sent at a time: browsers make six connections, and the rest of the page needs some. */
const atOnce = 3;

export interface GivingHearer {
  /** The server refuses that this page gives files. */
  refused(error: unknown): void;
  /** A file cannot be read any more, or is another one now. */
  unreadable(name: string): void;
  /** The line sends more slowly than the film plays, in bits per second. */
  tooSlow(line: number, needed: number): void;
}

/** Gives files until the returned function is called. [WMF2] [WMF4] */
export function giveFiles(room: RoomConnection, hearer: GivingHearer): () => void {
  const waiting: MemberFileRange[] = [];
  const ending = new AbortController();
  const line = makeLineSpeed();
  const warned = new Set<string>();
  let running = 0;
  let hasGiven = false;

  function announce(): void {
    const media_ids = [...localFiles.get()].filter(([, { roomId }]) => roomId === room.roomId).map(([id]) => id);
    if (room.address.get() === undefined || (media_ids.length === 0 && !hasGiven)) return;
    hasGiven = media_ids.length > 0;
    room.command({ give_member_files: { media_ids } }).catch((error: unknown) => {
      // After a lost connection it is said again by itself.
      if (room.address.get() !== undefined) hearer.refused(error);
    });
  }
  async function send(asked: MemberFileRange): Promise<void> {
    const held = localFiles.get().get(asked.media_id);
    const { source } = held ?? {};
    if (!held || source?.fingerprint !== asked.fingerprint || source.size_bytes !== asked.size_bytes) return;
    const bytes = await read(held, asked);
    if (bytes === undefined) {
      letGo(asked.media_id);
      hearer.unreadable(held.file.name);
      return;
    }
    line.begin(localNow());
    const isSent = await put(room, asked, bytes, ending.signal);
    const speed = line.end(localNow(), isSent ? bytes.byteLength : 0);
    const needed = neededSpeed(source.size_bytes, source.duration_seconds);
    if (speed === undefined || needed === undefined || speed >= needed || warned.has(asked.media_id)) return;
    warned.add(asked.media_id);
    hearer.tooSlow(speed, needed);
  }
  function next(): void {
    if (running >= atOnce || ending.signal.aborted) return;
    const asked = waiting.shift();
    if (asked === undefined) return;
    running += 1;
    void send(asked).finally(() => {
      running -= 1;
      next();
    });
  }

  const ends = [
    room.hear('member_file_range', (asked) => {
      waiting.push(asked);
      next();
    }),
    room.address.subscribe(announce),
    localFiles.subscribe(announce),
  ];
  announce();
  return () => {
    ending.abort();
    for (const end of ends) end();
  };
}

/** Undefined: the file was moved, changed or deleted. */
async function read({ file }: LocalFile, asked: MemberFileRange): Promise<ArrayBuffer | undefined> {
  try {
    const bytes = await file.slice(asked.first_byte, asked.last_byte + 1).arrayBuffer();
    return bytes.byteLength === asked.last_byte - asked.first_byte + 1 ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** A piece that does not arrive is asked for again by whoever reads it. */
async function put(
  { api, roomId }: RoomConnection,
  { media_id, request_id }: MemberFileRange,
  body: ArrayBuffer,
  signal: AbortSignal,
): Promise<boolean> {
  const url = `${api.baseUrl}/api/rooms/${roomId}/member-files/${media_id}/ranges/${request_id}`;
  const send = () => {
    const headers = { authorization: `Bearer ${api.tokens.get()?.accessToken}` };
    return fetch(url, { method: 'PUT', headers, body, signal });
  };
  try {
    const first = await send();
    if (first.status !== 401) return first.ok;
    // The token has expired; any call renews it.
    await api.call('UserService.GetProfile', {});
    return (await send()).ok;
  } catch {
    return false;
  }
}
