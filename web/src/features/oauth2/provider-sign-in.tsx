import type { SignInMethodProps } from '../../app/sign-in-methods.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { useProviders } from './use-providers.ts';

/** Signs in with an account elsewhere, whether it makes accounts or not: who is linked comes in. */
export function ProviderSignIn({ returnTo }: SignInMethodProps) {
  const { data: providers = [] } = useProviders();
  return <ProviderButtons providers={providers} returnTo={returnTo} />;
}
