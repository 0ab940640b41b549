import type { UpstreamClient } from '../../../../drivers/upstream/upstream.ts';
import { type ChannelList, readChannelList } from './channel-list.ts';

/** Most bytes read from a list. */
const maxListBytes = 2 * 1_048_576;
/** Number of bytes that is enough to recognize a playlist. */
const headBytes = 1_024;
/** Time limit for reading a list, in milliseconds: a user waits for the result. */
const longestMs = 10_000;

/** Undefined: the address has no list of channels or files, or does not respond in time. Never throws. */
export type ReadList = (url: string, headers: Readonly<Record<string, string>>) => Promise<ChannelList | undefined>;

/** Reads lists through the outgoing guard. Reads only the beginning of a list that is too long. [PV80] [PV81] */
export function makeListReading(upstream: Pick<UpstreamClient, 'open'>): ReadList {
  return async (url, headers) => {
    try {
      const answer = await upstream.open({ url, headers, signal: AbortSignal.timeout(longestMs) });
      try {
        if (answer.status !== 200) return undefined;
        const { text, isCut } = await readText(answer.body);
        const list = readChannelList(text, answer.url);
        return list && { ...list, isPartial: list.isPartial || isCut };
      } finally {
        answer.body.destroy();
      }
    } catch {
      return undefined;
    }
  };
}

/** The complete lines of the part of `body` that was read. For other texts than playlists, only the head is read. */
async function readText(body: AsyncIterable<Uint8Array>): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    const wasHead = length < headBytes;
    pieces.push(piece);
    length += piece.length;
    const isOther = wasHead && length >= headBytes && !/^\s*#EXTM3U/i.test(decoded(pieces, headBytes));
    if (isOther || length > maxListBytes) break;
  }
  const text = decoded(pieces, maxListBytes);
  const isCut = length > maxListBytes;
  return { text: isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text, isCut };
}

function decoded(pieces: readonly Uint8Array[], bytes: number): string {
  return new TextDecoder().decode(Buffer.concat(pieces).subarray(0, bytes));
}
