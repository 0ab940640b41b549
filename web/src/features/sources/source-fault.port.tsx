import { ApiError } from '../../client/calls/api.ts';
import { useErrorText } from '../../client/words/error-text.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';

/** Why a source cannot be reached, and what to do. Of a private network, operators are shown the entry that their configuration needs. [WSO3] */
export function SourceFault({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('sources');
  const errorText = useErrorText('sources');
  const networks = allowedNetworksOf(error);
  return (
    <div role="alert" className="grid gap-2 rounded-control bg-danger-soft p-3 text-sm wrap-anywhere text-danger">
      <p>{networks ? t('private.text') : errorText(error)}</p>
      {networks && (
        <div className="flex flex-wrap items-center gap-2">
          <code dir="ltr" className="min-w-0 rounded-lg bg-surface px-2 py-1 text-text">
            {`outbound.allowed_networks: [${networks}]`}
          </code>
          <CopyButton text={networks} label={t('private.copy')} kind="secondary" />
        </div>
      )}
    </div>
  );
}

/** What `outbound.allowed_networks` needs before the server connects; undefined: something else is wrong, or the reader is no operator. */
export function allowedNetworksOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return (error.details as { metadata?: { allowed_networks?: string } } | undefined)?.metadata?.allowed_networks;
}
