import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { providerErrors } from '../providers.errors.ts';

/** What a cursor belongs to: provider, instance, account, folder and filters. */
type Scope = readonly string[];

/** Places in listings, which only this server can read and only where it gave them. */
export interface Cursors {
  seal(scope: Scope, next: string): string;
  /** @throws AppError `providers.invalid_cursor` for a cursor of another scope, or one that was changed. */
  open(scope: Scope, cursor: string): string;
}

/** Bytes of the proof: nobody gains more than another page by guessing one. */
const macBytes = 16;

export function makeCursors(secret: string): Cursors {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'matinee provider cursors', 32));
  const macOf = (scope: Scope, next: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([...scope, next]))
      .digest()
      .subarray(0, macBytes);
  return {
    seal: (scope, next) => Buffer.concat([macOf(scope, next), Buffer.from(next)]).toString('base64url'),
    open(scope, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const next = bytes.subarray(macBytes).toString();
      if (bytes.length < macBytes || !timingSafeEqual(bytes.subarray(0, macBytes), macOf(scope, next)))
        throw providerErrors.invalid_cursor();
      return next;
    },
  };
}
