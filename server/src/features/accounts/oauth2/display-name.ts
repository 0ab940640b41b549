import { AppError } from '../../../kernel/errors.ts';
import { readDisplayName } from '../display-names/display-name.port.ts';

/** The last of the names that a provider told, which is the fullest, as far as it can be a display name; null: none can. Email addresses are skipped. [OA16] */
export function displayNameAmong(names: readonly string[]): string | null {
  for (const name of names.filter((one) => !one.includes('@') && /^[^\p{C}]+$/u.test(one)).toReversed()) {
    try {
      return readDisplayName(name) || null;
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
    }
  }
  return null;
}
