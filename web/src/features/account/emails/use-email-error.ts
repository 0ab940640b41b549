import { ApiError } from '../../../client/calls/api.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';

/**
 * Says what went wrong with a mail or a code. "Too many mails" is worded here: its wait is an hour, not some seconds.
 */
export function useEmailError(): (error: unknown) => string {
  const { t } = useTranslation('emails');
  const errorText = useErrorText('emails');
  return (error) =>
    error instanceof ApiError && error.code === 'emails.too_many_mails' ? t('tooMany') : errorText(error);
}
