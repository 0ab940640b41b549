import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { Skeleton } from '../../../../ui/signs/skeleton.tsx';
import type { FollowedFolder } from '../../dynamic-playlists/target.ts';
import { NewAccount } from '../new-account.tsx';
import { SourceFault } from '../source-fault.tsx';
import type { SourceFolder } from '../source-folder.ts';
import { kindOf, type SourceAccount, useAccounts } from '../use-accounts.ts';
import type { AddBatch } from '../use-adding.ts';
import { useFolderSource } from '../use-folder-source.ts';
import { FolderView } from './folder-view.tsx';

export interface SourceBrowserProps {
  /** The folder that is shown first; absent: the top of the first account. */
  readonly start?: SourceFolder | undefined;
  readonly mayPlay: boolean;
  readonly addBatch: AddBatch;
  /** Asks to make a playlist that follows a folder. */
  readonly onFollow: (folder: FollowedFolder) => void;
  readonly onClose: () => void;
}

/** Finds films on the servers that the person is signed in to, and signs in to more. [WSO1] */
export function SourceBrowser({ start, mayPlay, addBatch, onFollow, onClose }: SourceBrowserProps) {
  const { t } = useTranslation('sources');
  const { accounts: own, open, isPending, error } = useAccounts();
  const startSource = useFolderSource(start);
  // An open source without operator settings is listed only if the person came for it.
  const isCame = startSource?.account.id === '' && !open.some((one) => keyOf(one) === keyOf(startSource));
  const accounts = [...(isCame ? [startSource] : []), ...own, ...open];
  const [shownKey, setShownKey] = useState(start && `${start.provider} ${start.accountId}`);
  const [isAdding, setAdding] = useState(false);
  const shown = accounts.find((one) => keyOf(one) === shownKey) ?? accounts[0];
  const isNew = isAdding || shown === undefined;
  const choose = (key: string) => {
    setShownKey(key);
    setAdding(false);
  };
  return (
    <Dialog title={t('browser.title')} isOpen isLarge onClose={onClose}>
      {error !== undefined && (
        <div className="shrink-0 px-5 pb-3 sm:px-6">
          <SourceFault error={error} />
        </div>
      )}
      {shown && (
        <AccountChoice
          accounts={accounts}
          chosen={isNew ? undefined : shown}
          onChoose={choose}
          onAdd={() => setAdding(true)}
        />
      )}
      {!shown && isPending && <Skeleton className="mx-6 h-24" />}
      {isNew && (!isPending || isAdding) && (
        <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-5 pb-6 sm:px-6">
          {!shown && <p className="text-muted">{t('section.lead')}</p>}
          <NewAccount onSignedIn={(one) => choose(keyOf(one))} />
        </div>
      )}
      {!isNew && (
        <FolderView
          key={keyOf(shown)}
          source={shown}
          start={startSource && keyOf(shown) === keyOf(startSource) ? start : undefined}
          {...{ mayPlay, addBatch, onFollow }}
        />
      )}
    </Dialog>
  );
}

interface AccountChoiceProps {
  readonly accounts: readonly SourceAccount[];
  /** Undefined: the person signs in to another one. */
  readonly chosen: SourceAccount | undefined;
  readonly onChoose: (key: string) => void;
  readonly onAdd: () => void;
}

function AccountChoice({ accounts, chosen, onChoose, onAdd }: AccountChoiceProps) {
  const { t } = useTranslation('sources');
  return (
    <div className="flex shrink-0 items-end gap-2 px-5 pb-3 sm:px-6">
      <div className="min-w-0 flex-1">
        <Select
          label={t('browser.account')}
          labelHidden
          value={chosen ? keyOf(chosen) : ''}
          options={[
            ...(chosen === undefined ? [{ value: '', label: t('section.add') }] : []),
            ...accounts.map((one) => ({ value: keyOf(one), label: nameOf(one, t) })),
          ]}
          onChange={onChoose}
        />
      </div>
      {chosen && (
        <Button aria-label={t('section.add')} icon={<Plus size={18} aria-hidden="true" />} onClick={onAdd}>
          <span className="max-sm:sr-only">{t('section.add')}</span>
        </Button>
      )}
    </div>
  );
}

/** Distinguishes sources from each other. */
const keyOf = ({ account }: SourceAccount) => `${account.provider} ${account.id}`;

function nameOf(source: SourceAccount, t: (key: string) => string): string {
  const { host, name } = source.account;
  return [host, name, kindOf(source, t)].filter(Boolean).join(' · ');
}
