import { ApiError } from '../../../client/calls/api.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { NeededNetworks } from './needed-networks.tsx';

/**
 * Why a source cannot be reached, and how to fix it. For a private network, operators see the entry that their
 * configuration needs. [WSO3]
 */
export function SourceFault({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('sources');
  const errorText = useErrorText('sources');
  const networks = allowedNetworksOf(error);
  return (
    <div role="alert" className="grid gap-2 rounded-control bg-danger-soft p-3 text-sm wrap-anywhere text-danger">
      <p>{networks ? t('private.text') : errorText(error)}</p>
      {networks && <NeededNetworks networks={networks} />}
    </div>
  );
}

/**
 * The entry that `outbound.allowed_networks` needs before the server connects; undefined: the fault is another one,
 * or the reader is not an operator.
 */
export function allowedNetworksOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return (error.details as { metadata?: { allowed_networks?: string } } | undefined)?.metadata?.allowed_networks;
}
