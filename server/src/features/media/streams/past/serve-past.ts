/** Gives the past of a stream of this process to another one. [LS73] */
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import { streamErrors } from '../streams.errors.ts';
import type { Past } from './past.ts';

/** The path at which a process gives the list of such segments to others, or one segment by its number. */
export const pastPath = '/api/internal/stream-pasts/{generationId}/{piece}';
/** The piece that is the list. */
export const pastList = 'list';
/** The piece that is an init segment begins so, and ends with its number. */
export const pastInit = 'init-';

/** @throws AppError `streams.off_air` for what is not there */
export async function servePast(
  past: Past | undefined,
  piece: string,
  proof: Readonly<Record<string, string>>,
): Promise<ByteAnswer> {
  const bytes = past && (await pieceOf(past, piece));
  if (!bytes) throw streamErrors.off_air();
  return {
    status: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
      ...proof,
    },
    write: async (out) => void out.write(bytes),
  };
}

async function pieceOf(past: Past, piece: string): Promise<Buffer | undefined> {
  if (piece === pastList) return Buffer.from(JSON.stringify(await past.list()));
  const isInit = piece.startsWith(pastInit);
  const number = isInit ? piece.slice(pastInit.length) : piece;
  if (!/^\d{1,12}$/.test(number)) return undefined;
  return isInit ? past.readInit(Number(number)) : past.read(Number(number));
}
