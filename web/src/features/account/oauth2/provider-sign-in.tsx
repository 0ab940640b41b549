import type { SignInProps } from '../sessions/sign-in-entry.port.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { useProviders } from './use-providers.ts';

/**
 * Signs in with an account elsewhere. Also offers providers that make no new accounts, for people who linked theirs.
 */
export function ProviderSignIn({ returnTo }: SignInProps) {
  const { data: providers = [] } = useProviders();
  return <ProviderButtons providers={providers} returnTo={returnTo} />;
}
