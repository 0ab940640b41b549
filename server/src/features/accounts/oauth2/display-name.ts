import { AppError } from '../../../kernel/errors.ts';
import { readDisplayName } from '../display-names/display-name.port.ts';

/**
 * The last of a provider's names that is a valid display name, because the last one is the fullest; null if none is
 * valid. Skips email addresses. [OA16]
 */
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
