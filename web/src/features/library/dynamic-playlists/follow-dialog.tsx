import { useMutation } from '@tanstack/react-query';
import { FolderSync } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { ShareSwitch } from '../sources/share-switch.tsx';
import { useIsShared } from '../sources/shared-accounts.ts';
import { SourceFault } from '../sources/source-fault.tsx';
import { EntryRow } from './entry-row.tsx';
import { type FollowedFolder, targetOf } from './target.ts';
import { useEntries } from './use-entries.ts';

export interface FollowDialogProps {
  readonly roomId: string;
  /** The playlist that gets the new one; undefined: the root one. */
  readonly parentId: string | undefined;
  readonly followed: FollowedFolder;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Number of the folder's entries that are shown. */
const shown = 8;

/** Makes a playlist that follows a folder, after a look into the folder. [WDP1] */
export function FollowDialog({ roomId, parentId, followed, onMade, onClose }: FollowDialogProps) {
  const { t } = useTranslation(['dynamic-playlists', 'sources']);
  const { api } = useSession();
  const [name, setName] = useState(followed.name);
  const preview = useEntries(roomId, { preview: targetOf(followed, false) });
  const account = { id: followed.accountId, provider: followed.provider };
  const isShared = useIsShared();
  const make = useMutation({
    mutationFn: () =>
      api.call('RoomService.CreatePlaylist', {
        room_id: roomId,
        name: name.trim(),
        target: targetOf(followed, isShared(account)),
        ...(parentId === undefined ? {} : { parent_id: parentId }),
      }),
    onSuccess: () => {
      showToast(t('follow.done', { name: name.trim() }));
      onMade();
    },
  });
  const isUnnamed = make.isIdle && name.trim() === '';
  return (
    <Dialog title={t('follow.title')} description={t('follow.lead')} isOpen onClose={onClose}>
      <Form onSubmit={() => name.trim() !== '' && make.mutate()} className="grid gap-4">
        <TextField
          label={t('follow.name')}
          required
          maxLength={255}
          dir="auto"
          error={isUnnamed ? t('follow.missing') : undefined}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            make.reset();
          }}
        />
        {account.id !== '' && <ShareSwitch account={account} />}
        <Preview preview={preview} />
        {make.isError && <SourceFault error={make.error} />}
        <div>
          <Button
            type="submit"
            kind="primary"
            busy={make.isPending}
            disabled={preview.error !== undefined}
            icon={<FolderSync size={18} aria-hidden="true" />}
          >
            {t('follow.action')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function Preview({ preview }: { readonly preview: ReturnType<typeof useEntries> }) {
  const { t } = useTranslation('dynamic-playlists');
  const { entries, isPending, error, hasMore } = preview;
  if (isPending) return <Skeleton className="h-28" />;
  if (error !== undefined) return <SourceFault error={error} />;
  if (entries.length === 0) return <p className="text-sm text-muted">{t('follow.empty')}</p>;
  const rest = entries.length - shown;
  return (
    <section aria-label={t('follow.preview')} className="rounded-control border border-border p-1">
      <ul>
        {entries.slice(0, shown).map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries of a folder may have one name
          <li key={place}>
            <EntryRow entry={entry} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="px-2 py-1 text-sm text-muted">{t(hasMore ? 'follow.many' : 'follow.more', { count: rest })}</p>
      )}
    </section>
  );
}
