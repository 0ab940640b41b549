import type { RoomMember } from '@matinee/contract/gen/api.ts';
import { Link } from '@tanstack/react-router';
import { EllipsisVertical, UserPlus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../ui/buttons/menu.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import { useFindUser } from './use-find-user.ts';
import { useMembers } from './use-rooms.ts';

/** The members of the room. An administrator can add and remove them and change their roles. */
export function RoomMembers({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation('admin-rooms');
  const members = useMembers(roomId);
  const [isAdding, setAdding] = useState(false);
  if (!members.data) return null;
  return (
    <section aria-labelledby="room-members">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 id="room-members" className="font-semibold">
          {t('members.title', { count: members.data.total })}
        </h3>
        <Button kind="quiet" icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
          {t('members.add')}
        </Button>
      </div>
      <ul className="grid grid-cols-1 gap-1">
        {members.data.members.map((member) => (
          <Member key={member.user_id} roomId={roomId} member={member} />
        ))}
      </ul>
      {isAdding && <AddMemberDialog roomId={roomId} onClose={() => setAdding(false)} />}
    </section>
  );
}

function Member({ roomId, member }: { readonly roomId: string; readonly member: RoomMember }) {
  const { t } = useTranslation('admin-rooms');
  const errorText = useErrorText('admin-rooms');
  const [isAsked, setAsked] = useState(false);
  const refused = { onError: (error: unknown) => showToast(errorText(error), 'danger') };
  const update = useAdminAction('AdminService.UpdateMemberPermissions');
  const kick = useAdminAction('AdminService.KickMember', () => setAsked(false));
  const { user_id, username, role } = member;
  const other = role === 'admin' ? 'member' : 'admin';
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Avatar id={user_id} name={username} picture={member.avatar} />
      <Link
        to="/admin/$"
        params={{ _splat: `users/${user_id}` }}
        className="inline-flex min-h-11 min-w-0 flex-1 items-center underline-offset-4 hover:underline"
      >
        <bdi className="truncate">{username}</bdi>
      </Link>
      <span className="text-sm text-muted">{t(`members.role.${role}`)}</span>
      {role !== 'creator' && (
        <Menu
          trigger={
            <IconButton
              label={t('members.menu', { name: username })}
              tooltip="end"
              icon={<EllipsisVertical size={18} aria-hidden="true" />}
            />
          }
          entries={[
            {
              kind: 'item',
              label: t(`members.make.${other}`),
              onSelect: () => update.mutate({ room_id: roomId, user_id, role: other }, refused),
            },
            { kind: 'item', label: t('members.kick'), danger: true, onSelect: () => setAsked(true) },
          ]}
        />
      )}
      <ConfirmDialog
        isOpen={isAsked}
        title={t('members.kickTitle', { name: username })}
        text={t('members.kickText')}
        action={t('members.kick')}
        isBusy={kick.isPending}
        onConfirm={() => kick.mutate({ room_id: roomId, user_id }, refused)}
        onClose={() => setAsked(false)}
      />
    </li>
  );
}

function AddMemberDialog({ roomId, onClose }: { readonly roomId: string; readonly onClose: () => void }) {
  const { t } = useTranslation('admin-rooms');
  const findUser = useFindUser();
  const errorText = useErrorText('admin-rooms');
  const [name, setName] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const add = useAdminAction('AdminService.AddMember', onClose);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const userId = await findUser(name);
    setUnknown(userId === undefined);
    if (userId !== undefined) add.mutate({ room_id: roomId, user_id: userId });
  };
  const failure = isUnknown ? t('members.unknown') : add.error ? errorText(add.error) : undefined;
  return (
    <Dialog title={t('members.add')} isOpen onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-5">
        <TextField
          label={t('members.name')}
          required
          maxLength={50}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          value={name}
          error={failure}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" kind="primary" size="large" busy={add.isPending}>
          {t('members.add')}
        </Button>
      </form>
    </Dialog>
  );
}
