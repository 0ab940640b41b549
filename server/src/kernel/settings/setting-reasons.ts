/** Reasons to refuse a value, for all shapes of values. Features declare reasons that only their own settings need. */
import { defineReasons, type Reason } from '@matinee/contract/reasons.ts';

export const settingReasons = defineReasons('settings', {
  unknown: 'is not a setting',
  misspelled: 'is not a setting; did you mean {meant}?',
  not_a_boolean: 'must be true or false',
  not_an_integer: 'must be a whole number from {min} to {max}',
  not_a_choice: 'must be one of {choices}',
  not_a_text: 'must be text',
  not_a_list: 'must be a list',
  unfit: 'does not fit',
  empty: 'is empty',
  too_short: 'has fewer than {min} characters',
  too_long: 'has more than {max} characters',
  too_many_bytes: 'has more than {max} bytes',
  too_many_entries: 'has more than {max} entries',
  there_twice: 'is there twice',
  white_space_around: 'has white space around it',
  control_characters: 'has control characters',
  hidden_characters: 'has characters that show nothing or turn the direction of text',
  no_valid_host: 'has no valid host',
  bad_port: 'has a port that is not from 1 to 65535',
  not_https: 'does not begin with https://',
  credentials_inside: 'has credentials',
});

/** A reason as the text of a zod issue, since zod carries only text. `reasonOf` reads it. */
export function because(reason: Reason): string {
  return JSON.stringify(reason);
}

/**
 * Reads the reason from the text of a zod issue. Zod's own texts have none: they only mean that the value does not fit.
 */
export function reasonOf(text: string): Reason {
  return text.startsWith('{') ? (JSON.parse(text) as Reason) : settingReasons.unfit();
}
