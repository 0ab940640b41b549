import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { decodeBase64url } from '../base64url.ts';

/** The list that a cursor belongs to: its name, its subject, filters and order. */
export type CursorScope = readonly string[];

/** Seals positions in lists as cursors. A cursor works only for the list that it was sealed for. */
export interface PageCursors {
  seal(scope: CursorScope, place: string): string;
  /** The position; undefined for a cursor of another list, or a tampered one. */
  open(scope: CursorScope, cursor: string): string | undefined;
}

/** Length of the MAC, in bytes. Short is enough: a forged cursor only gives access to another page of the same list. */
const macBytes = 16;

/** Makes cursors with a key derived from the server's secret, so that all replicas can read them. */
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
