import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { decodeBase64url } from './base64url.ts';

/** What a cursor belongs to: the name of the list, what it is of, filters and order. */
export type CursorScope = readonly string[];

/** Places in lists, which serve only where this server gave them. */
export interface PageCursors {
  seal(scope: CursorScope, place: string): string;
  /** The place; undefined for a cursor of another list, or one that was changed. */
  open(scope: CursorScope, cursor: string): string | undefined;
}

/** Bytes of the proof: nobody gains more than another page by guessing one. */
const macBytes = 16;

/** Makes cursors with a key that is derived from the server's own secret, so that all replicas read them. */
export function makePageCursors(secret: string): PageCursors {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'matinee page cursors', 32));
  const macOf = (scope: CursorScope, place: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([...scope, place]))
      .digest()
      .subarray(0, macBytes);
  return {
    seal: (scope, place) => Buffer.concat([macOf(scope, place), Buffer.from(place)]).toString('base64url'),
    open(scope, cursor) {
      const bytes = decodeBase64url(cursor);
      if (!bytes || bytes.length < macBytes) return undefined;
      const place = bytes.subarray(macBytes).toString();
      return timingSafeEqual(bytes.subarray(0, macBytes), macOf(scope, place)) ? place : undefined;
    },
  };
}
