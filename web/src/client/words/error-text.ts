import { useTranslation } from '../../texts/use-translation.ts';
import { sayError } from './say-error.ts';

/** Says a failure in plain words, with the texts of `feature` first: see `sayError`. */
export function useErrorText(feature = 'shell'): (error: unknown) => string {
  const { t, i18n } = useTranslation(feature === 'shell' ? ['shell'] : ['shell', feature]);
  const words = {
    language: i18n.language,
    has: (key: string, ns: string) => i18n.exists(key, { ns }),
    say: (key: string, options: Readonly<Record<string, string>> = {}) => t(key, options),
  };
  return (error) => sayError(error, feature, words);
}
