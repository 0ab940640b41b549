import { useTranslation } from '../../../texts/use-translation.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';

export interface NeededNetworksProps {
  /** Several are separated by commas. */
  readonly networks: string;
}

/**
 * The setting that the server needs before it connects to these networks: an entry of its configuration file, or a
 * variable of its environment. [WSO3]
 */
export function NeededNetworks({ networks }: NeededNetworksProps) {
  const { t } = useTranslation('sources');
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Line text={`outbound.allowed_networks: [${networks}]`} />
        <CopyButton text={networks} label={t('private.copy')} kind="secondary" />
      </div>
      <p>{t('private.environment')}</p>
      <Line text={`MATINEE_OUTBOUND_ALLOWED_NETWORKS=${networks.replaceAll(' ', '')}`} />
    </div>
  );
}

function Line({ text }: { readonly text: string }) {
  return (
    <code dir="ltr" className="min-w-0 justify-self-start rounded-lg bg-surface px-2 py-1 wrap-anywhere text-text">
      {text}
    </code>
  );
}
