/** Offers of WebRTC in requests, and the answers to them: WHIP and WHEP begin a session alike. [WH2] [WHE4] */
import { BadOffer, maxOfferBytes } from '../../../drivers/webrtc/sdp.ts';
import type { AppError } from '../../../kernel/errors.ts';
import type { ByteAnswer, ByteUpload } from '../../../kernel/http/byte-routes.ts';

export const offerType = 'application/sdp';

type OfferErrors = Readonly<Record<'wrong_type' | 'too_long' | 'not_sdp' | 'no_codec', () => AppError>>;

/** What `read` makes of the body of a request. @throws AppError of `errors` */
export async function offerIn<T>(
  { headers, body, contentLength }: ByteUpload,
  read: (text: string) => T,
  errors: OfferErrors,
): Promise<T> {
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (type !== offerType) throw errors.wrong_type();
  if ((contentLength ?? 0) > maxOfferBytes) throw errors.too_long();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxOfferBytes) throw errors.too_long();
    pieces.push(piece);
  }
  try {
    return read(Buffer.concat(pieces).toString());
  } catch (cause) {
    if (!(cause instanceof BadOffer)) throw cause;
    throw cause.fault === 'no_media' || cause.fault === 'too_many_media' ? errors.no_codec() : errors.not_sdp();
  }
}

/** A session has begun. `location`: its address, relative to the one that was asked, whatever stands before it. */
export function sessionBegun(sdp: string, location: string, tag: string, headers = {}): ByteAnswer {
  const body = Buffer.from(sdp);
  return {
    status: 201,
    headers: {
      'content-type': offerType,
      'content-length': String(body.length),
      'cache-control': 'no-store',
      location,
      etag: `"${tag}"`,
      ...headers,
    },
    write: async (out) => void out.write(body),
  };
}

export const sessionEnded: ByteAnswer = { status: 200, headers: { 'content-length': '0' }, write: async () => {} };
