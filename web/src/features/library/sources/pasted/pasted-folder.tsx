import type { ProviderEntry } from '@matinee/contract/gen/api.ts';
import { FolderSync, KeyRound, ListChecks, ListPlus } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../../client/calls/api-error.ts';
import { useSession } from '../../../../client/session/session.tsx';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../../ui/signs/toast.tsx';
import type { FollowedFolder } from '../../dynamic-playlists/target.ts';
import { useFolder } from '../browser/use-folder.ts';
import { NewAccount } from '../new-account.tsx';
import { ShareSwitch } from '../share-switch.tsx';
import { useIsShared } from '../shared-accounts.ts';
import { SourceFault } from '../source-fault.tsx';
import type { SourceFolder } from '../source-folder.ts';
import { kindOf, type SourceAccount } from '../use-accounts.ts';
import { type AddBatch, useAdding } from '../use-adding.ts';
import { useFolderSource, useForgetListings } from '../use-folder-source.ts';
import { allMedia } from './all-media.ts';

export interface PastedFolderProps {
  readonly found: SourceFolder;
  readonly addBatch: AddBatch;
  /** Opens the folder to choose from. */
  readonly onChoose: (found: SourceFolder) => void;
  readonly onFollow: (followed: FollowedFolder) => void;
  /** Called when everything is added. */
  readonly onDone: () => void;
}

/** The offers for a link to a list of films: add all, choose, or add a playlist that follows the list. [WSO12] */
export function PastedFolder(props: PastedFolderProps) {
  const source = useFolderSource(props.found);
  return source ? <Offered source={source} {...props} /> : <Skeleton className="mt-2 h-20" />;
}

/** Number of films of the list that are shown by name. */
const named = 3;

interface OfferedProps extends PastedFolderProps {
  readonly source: SourceAccount;
}

function Offered({ source, found, addBatch, onChoose, onFollow, onDone }: OfferedProps) {
  const { t } = useTranslation('sources');
  const folder = useFolder(source, found.folder, '');
  const { isAdding, progress, failure, addAll } = useAddingAll(source, found, addBatch, onDone);
  const isOpen = source.entry.openHost !== undefined;
  const name = folder.path.at(-1)?.name ?? source.account.host;
  const films = folder.entries.filter((entry) => entry.source !== undefined);
  const isBusy = isAdding || progress !== undefined;
  if (folder.isPending) return <Skeleton className="mt-2 h-20" />;
  if (folder.error !== undefined && folder.entries.length === 0)
    return <Refused error={folder.error} source={source} onRetry={folder.retry} />;
  return (
    <div className="mt-1 grid gap-3">
      <div className="text-sm text-muted">
        <p className="font-medium wrap-anywhere text-text">
          <bdi>{name}</bdi>
        </p>
        <p>
          {[kindOf(source, t), t(folder.hasMore ? 'pasted.many' : 'pasted.count', { count: films.length })].join(' · ')}
        </p>
        <Names films={films} />
      </div>
      {!isOpen && <ShareSwitch account={source.account} />}
      {failure !== undefined && <SourceFault error={failure} />}
      {progress && (
        <label className="grid gap-1 text-sm">
          <span role="status">{t('adding.progress', progress)}</span>
          <progress value={progress.done} max={progress.total} className="h-2 w-full accent-accent-text" />
        </label>
      )}
      <div className="flex flex-wrap gap-3">
        {films.length > 0 && (
          <Button kind="primary" busy={isBusy} icon={<ListPlus size={18} aria-hidden="true" />} onClick={addAll}>
            {t('pasted.all')}
          </Button>
        )}
        <Button disabled={isBusy} icon={<ListChecks size={18} aria-hidden="true" />} onClick={() => onChoose(found)}>
          {t('pasted.choose')}
        </Button>
        <Button
          disabled={isBusy}
          icon={<FolderSync size={18} aria-hidden="true" />}
          onClick={() => onFollow({ ...found, name })}
        >
          {t('browser.follow')}
        </Button>
      </div>
    </div>
  );
}

/** Reads all pages of a folder and adds their items, in batches. */
function useAddingAll(source: SourceAccount, { folder }: SourceFolder, addBatch: AddBatch, onDone: () => void) {
  const { t } = useTranslation('sources');
  const { api } = useSession();
  const adding = useAdding(addBatch);
  const isShared = useIsShared();
  const [isReading, setReading] = useState(false);
  const [unread, setUnread] = useState<unknown>();
  const add = async () => {
    setReading(true);
    setUnread(undefined);
    try {
      const items = await allMedia(api, source, folder, isShared(source.account));
      const done = await adding.add(items, false);
      if (done > 0) showToast(t('adding.done', { count: done }));
      if (done === items.length) onDone();
    } catch (error) {
      setUnread(error);
    } finally {
      setReading(false);
    }
  };
  return {
    isAdding: isReading,
    progress: adding.progress,
    failure: unread ?? adding.failure?.error,
    addAll: () => void add(),
  };
}

function Names({ films }: { readonly films: readonly ProviderEntry[] }) {
  if (films.length === 0) return null;
  return (
    <p className="line-clamp-2 wrap-anywhere">
      {films.slice(0, named).map(({ name }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two films of a list may have one name
        <bdi key={place}>{place === 0 ? name : `, ${name}`}</bdi>
      ))}
      {films.length > named && ' …'}
    </p>
  );
}

interface RefusedProps {
  readonly error: unknown;
  readonly source: SourceAccount;
  readonly onRetry: () => void;
}

/** Why the list cannot be read. If a key is missing, its field is shown. */
function Refused({ error, source, onRetry }: RefusedProps) {
  const { t } = useTranslation('sources');
  const [isSigningIn, setSigningIn] = useState(false);
  const forgetListings = useForgetListings();
  const code = error instanceof ApiError ? error.code : '';
  const helpsSignIn = ['providers.needs_key', 'providers.account_refused', 'providers.quota_spent'].includes(code);
  return (
    <div className="mt-2 grid gap-3">
      <SourceFault error={error} />
      {isSigningIn ? (
        <div className="max-h-[50dvh] overflow-y-auto rounded-control border border-border p-4">
          <NewAccount provider={source.entry.provider} onSignedIn={forgetListings} />
        </div>
      ) : (
        <div className="flex flex-wrap gap-3">
          {helpsSignIn && (
            <Button kind="primary" icon={<KeyRound size={18} aria-hidden="true" />} onClick={() => setSigningIn(true)}>
              {t(source.entry.openHost === undefined ? 'signIn.action' : 'pasted.key')}
            </Button>
          )}
          <Button onClick={onRetry}>{t('browser.retry')}</Button>
        </div>
      )}
    </div>
  );
}
