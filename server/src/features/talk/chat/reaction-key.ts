import { chatErrors } from './chat.errors.ts';
import { requireAllowed } from './sending/sayable.ts';

/** One emoji by UTS #51 (section 1.4.9), of at most ten characters joined into one. */
const emoji =
  /^(?:\p{RI}\p{RI}|\p{Emoji}(?:\p{EMod}|\uFE0F\u20E3?|[\u{E0020}-\u{E007E}]{1,8}\u{E007F})?(?:\u200D\p{Emoji}(?:\p{EMod}|\uFE0F)?){0,9})$/u;
/** A character that is displayed as text by default (UTS #51). */
const drawnAsText = /^(?=\p{Emoji}$)\P{EPres}$/u;
/** The variation selector that requests emoji style (UTS #51, section 1.4.3). */
const asPicture = '\uFE0F';
/** A character that is displayed as an emoji by default. */
const picture = /^\p{EPres}$/u;
/** A custom name, agreed between clients. */
const name = /^[a-z0-9_+-]{1,32}$/;

/** The key of a new reaction. @throws AppError `chat.invalid_reaction`, `chat.filtered`. [CH24] */
export function readNewReactionKey(key: string, blocked: readonly string[]): string {
  requireAllowed(key, blocked);
  return readReactionKey(key);
}

/**
 * The key under which a reaction is counted. Keyboards may omit the variation selector, or add it where it has no
 * effect. @throws AppError `chat.invalid_reaction`.
 */
export function readReactionKey(key: string): string {
  if (name.test(key)) return key;
  if (!emoji.test(key) || /^[#*]$/.test(key)) throw chatErrors.invalid_reaction();
  if (drawnAsText.test(key)) return key + asPicture;
  return [...key].filter((one, at, all) => one !== asPicture || !picture.test(all[at - 1] ?? '')).join('');
}
