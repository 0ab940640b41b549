import { CheckCheck, FolderOpen, FolderSync, X } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { SearchField } from '../../../../ui/fields/search-field.tsx';
import { Breadcrumbs } from '../../../../ui/lists/breadcrumbs.tsx';
import { EmptyState } from '../../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../../ui/signs/toast.tsx';
import type { FollowedFolder } from '../../dynamic-playlists/target.ts';
import { mediaOf } from '../addable-media.ts';
import { useIsShared } from '../shared-accounts.ts';
import { SourceFault } from '../source-fault.tsx';
import type { SourceFolder } from '../source-folder.ts';
import type { SourceAccount } from '../use-accounts.ts';
import { type AddBatch, useAdding } from '../use-adding.ts';
import { AddingBar } from './adding-bar.tsx';
import { all, type Choice, nothingChosen } from './choosing.ts';
import { EntryList } from './entry-list.tsx';
import { type FolderKey, isForbidden, LockedFolder, passwordFor } from './locked-folder.tsx';
import { type Folder, useFolder } from './use-folder.ts';

export interface FolderViewProps {
  readonly source: SourceAccount;
  /** The first folder, and the initial search there; absent: the top. */
  readonly start?: Pick<SourceFolder, 'folder' | 'text'> | undefined;
  readonly mayPlay: boolean;
  readonly addBatch: AddBatch;
  /** Asks to make a playlist that follows a folder. */
  readonly onFollow: (folder: FollowedFolder) => void;
}

/** The folders of an account, and the chosen entries of the shown one. */
export function FolderView({ source, start, mayPlay, addBatch, onFollow }: FolderViewProps) {
  const { t } = useTranslation('sources');
  const [folderId, setFolderId] = useState(start?.folder ?? '');
  const [text, setText] = useState(start?.text ?? '');
  const [key, setKey] = useState<FolderKey>();
  const folder = useFolder(source, folderId, useDeferredValue(text.trim()), passwordFor(key, folderId));
  const [choice, setChoice] = useState(nothingChosen);
  const adding = useAdding(addBatch);
  const isShared = useIsShared();
  const open = (next: string) => {
    setChoice(nothingChosen);
    setText('');
    setFolderId(next);
  };
  const add = async (play: boolean) => {
    const places = [...choice.chosen].sort((a, b) => a - b);
    const items = places.flatMap((place) => mediaOf(folder.entries[place]!, isShared(source.account)) ?? []);
    const done = await adding.add(items, play);
    // Items that were not added stay chosen, so that the person can try again.
    setChoice({ chosen: new Set(places.slice(done)), anchor: undefined });
    if (done > 0) showToast(t('adding.done', { count: done }));
  };
  return (
    <>
      <FolderHead {...{ source, folderId, folder, choice, onFollow }} onChoose={setChoice} onOpen={open} />
      {source.entry.search && (
        <search className="shrink-0 px-4 pt-3 sm:px-5">
          <SearchField
            label={t('browser.search')}
            maxLength={200}
            value={text}
            onChange={(next) => {
              setChoice(nothingChosen);
              setText(next);
            }}
          />
        </search>
      )}
      <FolderContent
        key={`${folderId} ${text}`}
        {...{ folder, choice }}
        onChoose={setChoice}
        onOpen={open}
        onPassword={(password) => setKey({ folder: folderId, password })}
      />
      <AddingBar
        count={choice.chosen.size}
        {...{ adding, mayPlay }}
        account={source.entry.openHost === undefined ? source.account : undefined}
        onAdd={(play) => void add(play)}
      />
    </>
  );
}

interface FolderHeadProps {
  readonly source: SourceAccount;
  readonly folderId: string;
  readonly folder: Folder;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
  readonly onOpen: (folder: string) => void;
  readonly onFollow: (folder: FollowedFolder) => void;
}

/** The path to the shown folder, and the actions on it as a whole. */
function FolderHead({ source, folderId, folder, choice, onChoose, onOpen, onFollow }: FolderHeadProps) {
  const { t } = useTranslation('sources');
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-3 border-b border-border px-4 sm:px-5">
      <Breadcrumbs label={t('browser.path')} top={source.account.host} path={folder.path} onOpen={onOpen} />
      <div className="flex flex-wrap">
        <ChooseAll folder={folder} choice={choice} onChoose={onChoose} />
        <Button
          kind="quiet"
          icon={<FolderSync size={18} aria-hidden="true" />}
          onClick={() =>
            onFollow({
              provider: source.entry.provider,
              accountId: source.account.id,
              folder: folderId,
              name: folder.path.at(-1)?.name ?? source.account.host,
            })
          }
        >
          {t('browser.follow')}
        </Button>
      </div>
    </div>
  );
}

interface FolderContentProps {
  readonly folder: Folder;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
  readonly onOpen: (folder: string) => void;
  readonly onPassword: (password: string) => void;
}

function FolderContent({ folder, onPassword, ...list }: FolderContentProps) {
  const { t } = useTranslation('sources');
  if (folder.isPending) {
    return (
      <div role="status" className="grid min-h-0 flex-1 content-start gap-2 overflow-hidden p-4">
        <span className="sr-only">{t('browser.loading')}</span>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} className="h-14" />
        ))}
      </div>
    );
  }
  if (folder.error !== undefined && folder.entries.length === 0) {
    return (
      <div className="grid min-h-0 flex-1 content-start gap-3 overflow-y-auto p-4">
        <SourceFault error={folder.error} />
        {isForbidden(folder.error) && <LockedFolder onPassword={onPassword} />}
        <div>
          <Button onClick={folder.retry}>{t('browser.retry')}</Button>
        </div>
      </div>
    );
  }
  if (folder.entries.length === 0) {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <EmptyState icon={<FolderOpen aria-hidden="true" />} title={t('browser.empty')} text={t('browser.emptyText')} />
      </div>
    );
  }
  return <EntryList entries={folder.entries} hasMore={folder.hasMore} onMore={folder.more} {...list} />;
}

interface ChooseAllProps {
  readonly folder: Folder;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}

/** Chooses everything that is loaded, or nothing. */
function ChooseAll({ folder: { entries }, choice, onChoose }: ChooseAllProps) {
  const { t } = useTranslation('sources');
  const everything = useMemo(() => all(entries.length, (place) => entries[place]?.source !== undefined), [entries]);
  const { size } = everything.chosen;
  if (size === 0) return null;
  const isAll = choice.chosen.size === size;
  return (
    <Button
      kind="quiet"
      icon={isAll ? <X size={18} aria-hidden="true" /> : <CheckCheck size={18} aria-hidden="true" />}
      onClick={() => onChoose(isAll ? nothingChosen : everything)}
    >
      {t(isAll ? 'browser.none' : 'browser.all', { count: size })}
    </Button>
  );
}
