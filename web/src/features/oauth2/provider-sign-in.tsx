import type { SignInProps } from '../sessions/sign-in-entry.port.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { useProviders } from './use-providers.ts';

/** Signs in with an account elsewhere, whether it makes accounts or not: who is linked comes in. */
export function ProviderSignIn({ returnTo }: SignInProps) {
  const { data: providers = [] } = useProviders();
  return <ProviderButtons providers={providers} returnTo={returnTo} />;
}
