import { useTranslation } from '../../../texts/use-translation.ts';
import type { SignUpElsewhereProps } from '../sessions/sign-in-entry.port.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { useProviders } from './use-providers.ts';

/** Signs up with an account elsewhere. */
export function ProviderSignUp({ returnTo }: SignUpElsewhereProps) {
  const { t } = useTranslation('oauth2');
  const { data = [] } = useProviders();
  const providers = data.filter(({ signupEnabled }) => signupEnabled);
  return (
    <>
      <ProviderButtons providers={providers} returnTo={returnTo} />
      {providers.some(({ signupNeedReview }) => signupNeedReview) && (
        <p className="text-sm text-muted">{t('someReviewed')}</p>
      )}
    </>
  );
}
