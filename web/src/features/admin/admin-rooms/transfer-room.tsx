import type { AdminRoom } from '@matinee/contract/gen/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../client/calls/api-error.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { useFindUser } from './use-find-user.ts';
import { useMembers } from './use-rooms.ts';

/** Gets the name of the new owner. */
type Done = (heir: string) => void;

/** The option for a person who is not in the list: their name is typed. */
const somebodyElse = 'else';

/**
 * A button that gives the room to a member, or to another user, who becomes a member. A dialog first explains the
 * consequences. [WAR1]
 */
export function TransferRoom({ row: { room, owner_active: isOwned } }: { readonly row: AdminRoom }) {
  const { t } = useTranslation('admin-rooms');
  const [isOpen, setOpen] = useState(false);
  if (!room) return null;
  const names = { name: room.name, creator: room.creator_username };
  const done = (heir: string) => {
    setOpen(false);
    showToast(t('done.transfer', { name: room.name, heir }));
  };
  return (
    <>
      <Button
        kind={isOwned ? 'secondary' : 'primary'}
        icon={<UserRoundCog size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('action.transfer')}
      </Button>
      <Dialog
        title={t('transfer.title', names)}
        description={t(isOwned ? 'transfer.text' : 'transfer.rescue', names)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <HeirForm roomId={room.id} onDone={done} />
      </Dialog>
    </>
  );
}

function HeirForm({ roomId, onDone }: { readonly roomId: string; readonly onDone: Done }) {
  const { t } = useTranslation('admin-rooms');
  const errorText = useErrorText('admin-rooms');
  const members = useMembers(roomId);
  const transfer = useTransfer(roomId, onDone);
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState('');
  if (members.isPending) return <Skeleton className="h-32" />;
  if (members.isError) return <Failure error={members.error} onRetry={() => void members.refetch()} />;
  const heirs = members.data.members.filter(({ role }) => role !== 'creator');
  const heir = chosen ?? (heirs.length === 0 ? somebodyElse : '');
  const isElse = heir === somebodyElse;
  const isReady = isElse ? name.trim() !== '' : heir !== '';
  const failure = transfer.data === 'unknown' ? t('members.unknown') : transfer.error && errorText(transfer.error);
  return (
    <Form
      className="grid gap-5"
      onSubmit={() => isReady && transfer.mutate(isElse ? { nameOrId: name } : { userId: heir })}
    >
      <Select
        label={t('transfer.heir')}
        value={heir}
        options={[
          ...(heir === '' ? [{ value: '', label: t('transfer.choose') }] : []),
          ...heirs.map(({ user_id: value, username: label }) => ({ value, label })),
          { value: somebodyElse, label: t('transfer.else') },
        ]}
        onChange={(next) => {
          transfer.reset();
          setChosen(next);
        }}
      />
      {isElse && (
        <TextField
          label={t('members.name')}
          hint={t('transfer.elseHint')}
          maxLength={50}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {failure && (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
      <Button type="submit" kind="danger" size="large" disabled={!isReady} busy={transfer.isPending}>
        {t('action.transfer')}
      </Button>
    </Form>
  );
}

/** Gives the room to a user, who first becomes a member if needed. Resolves to `unknown` if no user has the name. */
function useTransfer(roomId: string, onDone: Done) {
  const { api } = useSession();
  const client = useQueryClient();
  const findUser = useFindUser();
  return useMutation({
    mutationFn: async (heir: { readonly userId: string } | { readonly nameOrId: string }) => {
      const userId = 'userId' in heir ? heir.userId : await findUser(heir.nameOrId);
      if (userId === undefined) return 'unknown' as const;
      const who = { room_id: roomId, user_id: userId };
      if ('nameOrId' in heir) await api.call('AdminService.AddMember', who).catch(unlessMember);
      return api.call('AdminService.TransferRoomOwnership', who);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
    onSuccess: (answer) => answer !== 'unknown' && onDone(answer.member?.username ?? ''),
  });
}

function unlessMember(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'members.already_member')) throw error;
}
