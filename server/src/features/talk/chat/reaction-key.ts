import { chatErrors } from './chat.errors.ts';
import { requireAllowed } from './sending/sayable.ts';

/** One emoji: what UTS #51 (section 1.4.9) says that it can be, with at most ten characters joined to one. */
const emoji =
  /^(?:\p{RI}\p{RI}|\p{Emoji}(?:\p{EMod}|\uFE0F\u20E3?|[\u{E0020}-\u{E007E}]{1,8}\u{E007F})?(?:\u200D\p{Emoji}(?:\p{EMod}|\uFE0F)?){0,9})$/u;
/** A character that is drawn as text unless it is asked for as a picture. */
const drawnAsText = /^(?=\p{Emoji}$)\P{EPres}$/u;
/** Asks for it (UTS #51, section 1.4.3). */
const asPicture = '\uFE0F';
/** A character that is a picture anyway. */
const picture = /^\p{EPres}$/u;
/** A name that clients agree on. */
const name = /^[a-z0-9_+-]{1,32}$/;

/** The key of a reaction that somebody makes. @throws AppError `chat.invalid_reaction`, `chat.filtered`. [CH24] */
export function readNewReactionKey(key: string, blocked: readonly string[]): string {
  requireAllowed(key, blocked);
  return readReactionKey(key);
}

/** The key under which a reaction is counted: keyboards may leave out what asks for a picture, or say it where it is one. @throws AppError `chat.invalid_reaction`. */
export function readReactionKey(key: string): string {
  if (name.test(key)) return key;
  if (!emoji.test(key) || /^[#*]$/.test(key)) throw chatErrors.invalid_reaction();
  if (drawnAsText.test(key)) return key + asPicture;
  return [...key].filter((one, at, all) => one !== asPicture || !picture.test(all[at - 1] ?? '')).join('');
}
