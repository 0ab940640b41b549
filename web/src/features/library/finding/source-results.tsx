import type { ProviderEntry } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { Clapperboard } from 'lucide-react';
import { readableBytes } from '../../../client/words/readable.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ListedPicture } from '../../../ui/signs/listed-picture.tsx';
import { formatTime } from '../../film/playback/format-time.port.ts';
import { mediaOf } from '../sources/addable-media.ts';
import { ShareSwitch } from '../sources/share-switch.tsx';
import { useIsShared } from '../sources/shared-accounts.ts';
import { kindOf } from '../sources/use-accounts.ts';
import type { Adds } from './adds.ts';
import { ResultPlace } from './result-place.tsx';
import { AddButtons, OpenButton, ResultRow } from './result-row.tsx';
import { type SearchableAccount, useSourceResults } from './use-source-results.ts';

interface SourceResultsProps {
  readonly source: SearchableAccount;
  readonly text: string;
  readonly adds: Adds;
}

/** The results from an account, or from a site that the operator has set up. */
export function SourceResults({ source, text, adds }: SourceResultsProps) {
  const { t } = useTranslation(['finding', 'sources']);
  const { entry, account } = source;
  const { data, isPending, error, refetch } = useSourceResults(source, text);
  const isOpen = entry.openHost !== undefined;
  const at = { provider: account.provider, accountId: account.id };
  const kind = kindOf(source, (key) => t(key, { ns: 'sources' }));
  const title = isOpen ? kind : [account.host, kind].filter(Boolean).join(' · ');
  return (
    <ResultPlace
      title={title}
      saysNothing
      isPending={isPending}
      error={error}
      onRetry={() => void refetch()}
      count={data?.entries.length ?? 0}
      more={
        data?.hasMore &&
        adds.mayAdd && (
          <Button kind="quiet" onClick={() => adds.openSources({ ...at, folder: '', text })}>
            {t('more')}
          </Button>
        )
      }
      head={
        !isOpen &&
        adds.mayAdd && (
          <div className="px-2 pb-1">
            <ShareSwitch account={account} />
          </div>
        )
      }
    >
      {data?.entries.map((one) => (
        <ResultEntry
          key={`${one.folder ?? ''} ${JSON.stringify(one.source) ?? one.name}`}
          {...{ entry: one, source, adds }}
          onOpen={(folder) => adds.openSources({ ...at, folder })}
        />
      ))}
    </ResultPlace>
  );
}

interface ResultEntryProps {
  readonly entry: ProviderEntry;
  readonly source: SearchableAccount;
  readonly adds: Adds;
  readonly onOpen: (folder: string) => void;
}

function ResultEntry({ entry, source, adds, onOpen }: ResultEntryProps) {
  const { t, i18n } = useTranslation('finding');
  const isShared = useIsShared();
  const item = mediaOf(entry, isShared(source.account));
  const name = shownTitle(item?.name ?? entry.name);
  const facts = [
    entry.duration_seconds ? formatTime(entry.duration_seconds) : '',
    entry.size_bytes === undefined ? '' : readableBytes(entry.size_bytes, i18n.locale),
    entry.modified_at ? new Date(entry.modified_at).toLocaleDateString(i18n.locale, { dateStyle: 'medium' }) : '',
  ];
  const { folder } = entry;
  return (
    <ResultRow
      name={name}
      picture={
        entry.thumbnail ? (
          <ListedPicture address={entry.thumbnail} />
        ) : (
          <Clapperboard size={20} aria-hidden="true" className="mx-3 shrink-0 text-muted" />
        )
      }
      facts={facts.filter(Boolean).join(' · ')}
    >
      {folder !== undefined && adds.mayAdd && <OpenButton label={t('open', { name })} onClick={() => onOpen(folder)} />}
      {item && <AddButtons item={item} adds={adds} />}
    </ResultRow>
  );
}
