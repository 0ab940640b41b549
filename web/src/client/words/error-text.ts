import { useTranslation } from '../../texts/use-translation.ts';
import type { Violation } from '../calls/api-error.ts';
import { sayError, sayViolation, type Words } from './say-error.ts';

/** Describes a failure in plain words, with the texts of `feature` first: see `sayError`. */
export function useErrorText(feature = 'shell'): (error: unknown) => string {
  const words = useWords(feature);
  return (error) => sayError(error, feature, words);
}

/** Says why the server refused one field; in the server's English if this page has no words for the reason. */
export function useViolationText(): (violation: Violation) => string {
  const words = useWords('shell');
  return (violation) => sayViolation(violation, words) ?? violation.description;
}

function useWords(feature: string): Words {
  const { t, i18n } = useTranslation(feature === 'shell' ? ['shell'] : ['shell', feature]);
  return {
    language: i18n.locale,
    has: (key, ns) => i18n.exists(key, { ns }),
    say: (key, options = {}) => t(key, options),
  };
}
