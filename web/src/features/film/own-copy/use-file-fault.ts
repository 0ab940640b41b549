import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { UnreadableFile } from './read-file.ts';

/** Says why a file was not opened or added. */
export function useFileFault(): (error: unknown) => string {
  const { t } = useTranslation('own-copy');
  const errorText = useErrorText();
  return (error) => (error instanceof UnreadableFile ? t('card.unreadable') : errorText(error));
}
