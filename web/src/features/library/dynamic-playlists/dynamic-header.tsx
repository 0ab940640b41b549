import type { Playlist } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, RotateCw, Users } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { Breadcrumbs } from '../../../ui/lists/breadcrumbs.tsx';
import { Neighbours } from '../library/up-next/neighbours.tsx';
import type { Entries } from './use-entries.ts';

export interface DynamicHeaderProps {
  readonly playlist: Playlist;
  /** As in `ProviderAccount.provider`. */
  readonly provider: string;
  readonly listed: Entries;
  readonly isMaker: boolean;
  readonly mayPlay: boolean;
  /** Whether the room may look around and watch through the maker's account; undefined: there is no account. */
  readonly isShared: boolean | undefined;
  readonly isSaving: boolean;
  /** The search text. */
  readonly text: string;
  readonly onShare: (isShared: boolean) => void;
  readonly onSearch: (text: string) => void;
  readonly onOpen: (folder: string) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
  readonly onPrevious: () => void;
}

/**
 * Name of a playlist that follows a folder, the path to the shown folder, and the actions on the playlist as a whole.
 */
export function DynamicHeader(props: DynamicHeaderProps) {
  const { playlist, provider, listed, isMaker, mayPlay, isShared, text, onShare, onSearch, onOpen, onBack } = props;
  const { t } = useTranslation(['dynamic-playlists', 'library']);
  const obstacle =
    playlist.availability === 'available'
      ? ''
      : t(`availability.${playlist.availability}`, { ns: 'library', defaultValue: '' });
  return (
    <div className="grid shrink-0 gap-1 border-b border-border px-3 py-3">
      <div className="flex min-w-0 items-center gap-1">
        <IconButton
          label={t('back')}
          tooltip="start"
          icon={<ArrowLeft size={20} aria-hidden="true" className="rtl:-scale-x-100" />}
          onClick={onBack}
        />
        <h2 dir="auto" className="min-w-0 flex-1 truncate font-semibold">
          {playlist.name}
        </h2>
        {mayPlay && <Neighbours onNext={props.onNext} onPrevious={props.onPrevious} />}
        {isMaker && isShared && (
          <IconButton
            label={t('share.stop')}
            tooltip="end"
            disabled={props.isSaving}
            icon={<Users size={18} aria-hidden="true" />}
            onClick={() => onShare(false)}
          />
        )}
        <IconButton
          label={t('refresh')}
          tooltip="end"
          disabled={listed.isFetching}
          icon={<RotateCw size={18} aria-hidden="true" className={classNames(listed.isFetching && 'animate-spin')} />}
          onClick={listed.refresh}
        />
      </div>
      {obstacle && <p className="text-sm text-danger">{obstacle}</p>}
      {isMaker && isShared === false && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-surface-2 px-3 py-2 text-sm">
          <p className="min-w-0 flex-1">{t('share.alone')}</p>
          <Button busy={props.isSaving} onClick={() => onShare(true)}>
            {t('share.action')}
          </Button>
        </div>
      )}
      {listed.path.length > 0 && (
        <Breadcrumbs label={t('path')} top={playlist.name} path={listed.path} onOpen={onOpen} />
      )}
      <FolderSearch provider={provider} text={text} onSearch={onSearch} />
    </div>
  );
}

/** Renders nothing if the servers of the provider cannot be searched. */
function FolderSearch({ provider, text, onSearch }: Pick<DynamicHeaderProps, 'provider' | 'text' | 'onSearch'>) {
  const { t } = useTranslation('dynamic-playlists');
  const canSearch = useCanSearch(provider);
  if (!canSearch) return null;
  return (
    <search>
      <SearchField label={t('search')} value={text} onChange={onSearch} />
    </search>
  );
}

/** Whether the servers of a provider can be searched. */
function useCanSearch(provider: string): boolean {
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: ['provider-backends', provider],
    queryFn: () => api.call('ProviderCommonService.ListProviderBackends', { provider_type: provider }),
    enabled: provider !== '',
    staleTime: 600_000,
    retry: false,
  });
  return data?.backends.some(({ capabilities }) => capabilities.includes('search')) ?? false;
}
