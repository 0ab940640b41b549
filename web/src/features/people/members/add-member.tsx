import { useMutation } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';

const roles = ['member', 'admin'] as const;
type Role = (typeof roles)[number];

/** Adds a member by their exact name. There is no search: strangers cannot list the accounts of the server. [WM9] */
export function AddMember() {
  const { t } = useTranslation('members');
  const { self } = useRoom();
  const errorText = useErrorText('members');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('member');
  const add = useAddMember((added) => setName((now) => (now.trim() === added ? '' : now)));
  return (
    <Form
      onSubmit={() => name.trim() !== '' && add.mutate({ username: name.trim(), role })}
      aria-label={t('add.title')}
      className="grid grid-cols-1 gap-3"
    >
      <div>
        <h3 className="font-semibold">{t('add.title')}</h3>
        <p className="text-sm text-muted">{t('add.hint')}</p>
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-40 flex-1">
          <TextField
            label={t('add.name')}
            maxLength={50}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={name}
            error={add.error ? errorText(add.error) : undefined}
            onChange={(event) => {
              add.reset();
              setName(event.target.value);
            }}
          />
        </div>
        {self.role === 'creator' && (
          <Select
            label={t('add.role')}
            value={role}
            options={roles.map((value) => ({ value, label: t(`add.roles.${value}`) }))}
            onChange={setRole}
          />
        )}
        <Button
          type="submit"
          className="max-sm:w-full sm:mt-6.5"
          icon={<UserPlus size={18} aria-hidden="true" />}
          disabled={name.trim() === ''}
          busy={add.isPending}
        >
          {t('add.button')}
        </Button>
      </div>
    </Form>
  );
}

interface NewMember {
  readonly username: string;
  readonly role: Role;
}

/** `onDone` gets the name of the added user: the field may contain another name by then. */
function useAddMember(onDone: (added: string) => void) {
  const { t } = useTranslation('members');
  const { api } = useSession();
  const { room } = useRoom();
  return useMutation({
    mutationFn: (member: NewMember) => api.call('RoomService.AddMember', { room_id: room.roomId, ...member }),
    onSuccess: ({ member }, { username }) => {
      showToast(t('add.done', { name: member?.display_name }));
      onDone(username);
    },
  });
}
