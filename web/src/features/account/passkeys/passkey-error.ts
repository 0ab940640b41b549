import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { reasonOf } from './ceremonies.ts';

/** Says why a passkey was not used or made; undefined for no error. `feature` has words for the server's refusals. */
export function usePasskeyError(feature = 'passkeys'): (error: unknown) => string | undefined {
  const { t } = useTranslation('passkeys');
  const errorText = useErrorText(feature);
  return (error) => {
    if (!error) return undefined;
    const reason = reasonOf(error);
    return reason ? t(`browser.${reason}`) : errorText(error);
  };
}
