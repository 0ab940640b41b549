import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';

/** Lengths of a ban in seconds, as the form offers them; empty: until a moderator lifts it. */
const times = ['3600', '86400', '604800', '2592000', ''] as const;

interface BanDialogProps {
  readonly person: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Bans a person from the room, with a reason that the person can read. [WBN1] */
export function BanDialog({ person, onClose }: BanDialogProps) {
  const { t } = useTranslation('room-bans');
  const { api } = useSession();
  const { room } = useRoom();
  const client = useQueryClient();
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [time, setTime] = useState<(typeof times)[number]>('');
  const ban = useMutation({
    mutationFn: () =>
      api.call('RoomService.BanFromRoom', {
        room_id: room.roomId,
        user_id: person.id,
        reason,
        ...(time ? { duration_seconds: Number(time) } : {}),
      }),
    onSuccess: () => {
      showToast(t('done', { name: person.name }));
      void client.invalidateQueries({ queryKey: ['room-bans', room.roomId] });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ban.mutate();
  };
  return (
    <Dialog title={t('ban', { name: person.name })} description={t('lead')} isOpen onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <Select
          label={t('time')}
          value={time}
          options={times.map((value) => ({ value, label: t(`times.${value || 'good'}`) }))}
          onChange={setTime}
        />
        <TextField
          label={t('reason')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={ban.error ? errorText(ban.error) : undefined}
        />
        <Button type="submit" kind="danger" busy={ban.isPending}>
          {t('action')}
        </Button>
      </form>
    </Dialog>
  );
}
