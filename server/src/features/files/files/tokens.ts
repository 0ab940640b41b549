/**
 * Tokens of files. Each purpose has its own key, derived from the server's secret, so that no token works for another
 * purpose. [FI8]
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { decodeBase64url } from '../../../kernel/base64url.ts';
import type { RoomPrincipal } from '../../../kernel/call.ts';
import type { Clock } from '../../../kernel/clock.ts';

/** The fields of an upload that its token covers. */
export interface TokenUpload {
  readonly id: string;
  readonly location: string;
  readonly owner_id: string;
}

/** The reader of a token: the session or guest for which the token was made. */
export type Reader =
  | { readonly kind: 'user'; readonly userId: string; readonly sessionId: string }
  | { readonly kind: 'guest'; readonly guestId: string; readonly guestVersion: number };

export interface FileTokens {
  forUpload(upload: TokenUpload): string;
  isForUpload(token: string, upload: TokenUpload): boolean;
  /** A token that reads one attachment until it expires. */
  forReading(fileId: string, reader: RoomPrincipal): { readonly token: string; readonly expiresAtMs: number };
  /** Undefined for a token that was not issued here, is for another file, or has expired. */
  openReading(token: string, fileId: string): Reader | undefined;
  /** A token for sending one attachment again. */
  forReuse(fileId: string, userId: string): { readonly token: string; readonly expiresAtMs: number };
  /** The attachment; undefined for a token that was not issued here, belongs to another user, or has expired. */
  openReuse(token: string, userId: string): string | undefined;
}

const readMs = 15 * 60_000;
const reuseMs = 3_600_000;
/**
 * Tokens made within five minutes are the same, so that a picture that is shown again comes from the browser's cache.
 */
const readStepMs = 5 * 60_000;

export function makeFileTokens(secret: string, clock: Clock): FileTokens {
  const upload = makeSigning(secret, 'upload');
  const reading = makeSigning(secret, 'reading');
  const reuse = makeSigning(secret, 'reuse');
  const isOver = (expiresAtMs: unknown) => !(typeof expiresAtMs === 'number' && expiresAtMs > clock.nowMs());
  return {
    forUpload: ({ id, location, owner_id }) => upload.sign([id, location, owner_id]),
    isForUpload(token, { id, location, owner_id }) {
      const fields = upload.open(token);
      return fields?.[0] === id && fields[1] === location && fields[2] === owner_id;
    },
    forReading(fileId, reader) {
      const expiresAtMs = Math.floor(clock.nowMs() / readStepMs) * readStepMs + readMs;
      const who =
        reader.kind === 'user'
          ? ['user', reader.userId, reader.sessionId]
          : ['guest', reader.guestId, reader.guestVersion];
      return { token: reading.sign([fileId, expiresAtMs, ...who]), expiresAtMs };
    },
    openReading(token, fileId) {
      const [id, expiresAtMs, kind, first, second] = reading.open(token) ?? [];
      if (id !== fileId || isOver(expiresAtMs)) return undefined;
      return kind === 'user'
        ? { kind, userId: String(first), sessionId: String(second) }
        : { kind: 'guest', guestId: String(first), guestVersion: Number(second) };
    },
    forReuse(fileId, userId) {
      const expiresAtMs = Math.floor(clock.nowMs()) + reuseMs;
      return { token: reuse.sign([fileId, userId, expiresAtMs]), expiresAtMs };
    },
    openReuse(token, userId) {
      const [fileId, holder, expiresAtMs] = reuse.open(token) ?? [];
      return holder !== userId || isOver(expiresAtMs) ? undefined : String(fileId);
    },
  };
}

type Fields = readonly (string | number)[];

/** `<fields as JSON>.<HMAC-SHA-256 of it>`, both in base64url. */
function makeSigning(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `matinee files ${purpose}`, 32));
  const digestOf = (body: string) => createHmac('sha256', key).update(body).digest();
  return {
    sign(fields: Fields): string {
      const body = Buffer.from(JSON.stringify(fields)).toString('base64url');
      return `${body}.${digestOf(body).toString('base64url')}`;
    },
    open(token: string): Fields | undefined {
      const [body = '', mac = '', ...rest] = token.split('.');
      const given = decodeBase64url(mac);
      const digest = digestOf(body);
      if (rest.length > 0 || given?.length !== digest.length || !timingSafeEqual(given, digest)) return undefined;
      return JSON.parse(Buffer.from(body, 'base64url').toString()) as Fields;
    },
  };
}
