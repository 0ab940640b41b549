import { ApiError } from '../../../client/calls/api.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { NeededNetworks } from './needed-networks.tsx';

/**
 * Why a source cannot be reached, and what to do. For a private network, operators see the entry that their
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
 * The entry for `outbound.allowed_networks` before the server connects; undefined: the fault is another one, or the
 * reader is no operator.
 */
export function allowedNetworksOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return (error.details as { metadata?: { allowed_networks?: string } } | undefined)?.metadata?.allowed_networks;
}
