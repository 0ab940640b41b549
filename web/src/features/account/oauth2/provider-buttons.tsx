import type { AvailableProvider } from '@matinee/contract/gen/api.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FaultText } from '../../../ui/fields/fault-text.tsx';
import { ProviderMark } from './provider-mark.tsx';
import { providerName } from './provider-names.ts';
import { useBegin } from './use-begin.ts';

export interface ProviderButtonsProps {
  readonly providers: readonly AvailableProvider[];
  /** Path of this site to go to afterwards. */
  readonly returnTo: string;
}

/** A button for each provider. A click goes to the provider's page. */
export function ProviderButtons({ providers, returnTo }: ProviderButtonsProps) {
  const { t } = useTranslation('oauth2');
  const errorText = useErrorText('oauth2');
  const begin = useBegin(returnTo);
  const isLeaving = begin.isPending || begin.isSuccess;
  return (
    <div className="grid gap-3">
      {providers.map((provider) => (
        <Button
          key={provider.instanceName}
          size="large"
          className="py-2"
          icon={<ProviderMark name={providerName(provider)} />}
          busy={isLeaving && begin.variables?.instanceName === provider.instanceName}
          disabled={isLeaving && begin.variables?.instanceName !== provider.instanceName}
          onClick={() => begin.mutate(provider)}
        >
          <span className="text-start wrap-anywhere">{t('continueWith', { name: providerName(provider) })}</span>
        </Button>
      ))}
      {begin.isError && <FaultText text={errorText(begin.error)} />}
    </div>
  );
}
