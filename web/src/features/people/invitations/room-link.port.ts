import { pageUrl } from '../../../client/calls/base.ts';

/** `room_` and 26 base32 characters; people may leave the prefix out, as in a code that is read aloud. */
const idPattern = /^(?:room_)?([0-9a-z]{26})$/i;

/** The room that a pasted link, path or code means. @returns undefined for anything else. [WR1] */
export function parseRoomLink(text: string): string | undefined {
  const trimmed = text.trim();
  const inPath = /\/r\/([^/?#\s]+)/.exec(trimmed)?.[1];
  const match = idPattern.exec(inPath ?? trimmed);
  return match?.[1] ? `room_${match[1].toLowerCase()}` : undefined;
}

/** The link that brings friends here. */
export function roomLink(roomId: string): string {
  return pageUrl(`/r/${roomId}`);
}
