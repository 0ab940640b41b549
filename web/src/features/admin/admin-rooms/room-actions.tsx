import type { AdminRoom } from '@matinee/contract/gen/api.ts';
import { Ban, KeyRound, Settings2, Trash2, Undo2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import { BanDialog } from '../admin-users/ban-dialog.tsx';
import { RoomSettingsDialog } from './room-settings-dialog.tsx';
import { TransferRoom } from './transfer-room.tsx';

type RoomQuestion = 'ban' | 'unban' | 'password' | 'settings' | 'delete';

interface RoomActionsProps {
  readonly row: AdminRoom;
  readonly onDeleted: () => void;
}

/** Buttons for an administrator's actions on a room. Each asks before it acts. */
export function RoomActions({ row, onDeleted }: RoomActionsProps) {
  const { room } = row;
  const { t } = useTranslation('admin-rooms');
  const errorText = useErrorText('admin-rooms');
  const [asked, setAsked] = useState<RoomQuestion>();
  const close = () => setAsked(undefined);
  const { ban, unban, remove, done } = useRoomActions(room?.name, close, onDeleted);
  const refused = { onError: (error: unknown) => showToast(errorText(error), 'danger') };
  if (!room) return null;
  return (
    <section aria-label={t('action.label')} className="flex flex-wrap gap-2">
      <ActionButtons row={row} room={room} onAsk={setAsked} />
      {asked === 'ban' && (
        <BanDialog
          title={t('ban.title', { name: room.name })}
          text={t('ban.text')}
          reasonHint={t('ban.reasonHint')}
          isBusy={ban.isPending}
          error={ban.error}
          onBan={({ reason }) => ban.mutate({ room_id: room.id, reason })}
          onClose={close}
        />
      )}
      {asked === 'settings' && <RoomSettingsDialog room={room} onClose={close} />}
      {asked === 'password' && (
        <RoomPasswordDialog
          roomId={room.id}
          hasPassword={room.has_password}
          onDone={done('password')}
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={asked === 'unban'}
        title={t('unban.title', { name: room.name })}
        text={t('unban.text')}
        action={t('action.unban')}
        isBusy={unban.isPending}
        onConfirm={() => unban.mutate({ room_id: room.id }, refused)}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={t('delete.title', { name: room.name })}
        text={t('delete.text')}
        action={t('action.delete')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ room_id: room.id }, refused)}
        onClose={close}
      />
    </section>
  );
}

function useRoomActions(name: string | undefined, close: () => void, onDeleted: () => void) {
  const { t } = useTranslation('admin-rooms');
  const done = (what: string) => () => {
    close();
    showToast(t(`done.${what}`, { name }));
  };
  const ban = useAdminAction('AdminService.BanRoom', done('ban'));
  const unban = useAdminAction('AdminService.UnbanRoom', done('unban'));
  const remove = useAdminAction('AdminService.DeleteRoom', () => {
    done('delete')();
    onDeleted();
  });
  return { ban, unban, remove, done };
}

interface ActionButtonsProps {
  readonly row: AdminRoom;
  readonly room: NonNullable<AdminRoom['room']>;
  readonly onAsk: (question: RoomQuestion) => void;
}

function ActionButtons({ row, room, onAsk }: ActionButtonsProps) {
  const { t } = useTranslation('admin-rooms');
  const size = { size: 18, 'aria-hidden': true } as const;
  const isBanned = room.status === 'banned';
  return (
    <>
      <Button icon={<Settings2 {...size} />} onClick={() => onAsk('settings')}>
        {t('action.settings')}
      </Button>
      <Button icon={<KeyRound {...size} />} onClick={() => onAsk('password')}>
        {t('action.password')}
      </Button>
      <TransferRoom row={row} />
      {isBanned ? (
        <Button icon={<Undo2 {...size} />} onClick={() => onAsk('unban')}>
          {t('action.unban')}
        </Button>
      ) : (
        <Button kind="danger" icon={<Ban {...size} />} onClick={() => onAsk('ban')}>
          {t('action.ban')}
        </Button>
      )}
      <Button kind="danger" icon={<Trash2 {...size} />} onClick={() => onAsk('delete')}>
        {t('action.delete')}
      </Button>
    </>
  );
}

interface RoomPasswordProps {
  readonly roomId: string;
  readonly hasPassword: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function RoomPasswordDialog({ roomId, hasPassword, onDone, onClose }: RoomPasswordProps) {
  const { t } = useTranslation('admin-rooms');
  const errorText = useErrorText('admin-rooms');
  const [password, setPassword] = useState('');
  const change = useAdminAction('AdminService.UpdateRoomPassword', onDone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ room_id: roomId, password });
  };
  return (
    <Dialog title={t('password.title')} description={t('password.text')} isOpen onClose={onClose}>
      <form onSubmit={submit} className="grid gap-5">
        <PasswordField
          label={t('password.new')}
          hint={t('password.hint')}
          required
          minLength={4}
          maxLength={128}
          autoComplete="new-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {change.error && (
          <p role="alert" className="text-danger">
            {errorText(change.error)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          {hasPassword && (
            <Button kind="danger" busy={change.isPending} onClick={() => change.mutate({ room_id: roomId })}>
              {t('password.remove')}
            </Button>
          )}
          <Button type="submit" kind="primary" busy={change.isPending}>
            {t('password.set')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
