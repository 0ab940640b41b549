import type { Methods, RoomControl, RoomVisibility } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Eye, EyeOff, UserRound, UsersRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../client/session/session.tsx';
import { useErrorText } from '../../client/words/error-text.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { copyText } from '../../ui/buttons/copy-button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { showToast } from '../../ui/signs/toast.tsx';
import { roomLink } from './room-link.ts';

/** Makes a room. A name is suggested and everything has a default, so one click is enough. The invite link is copied to the clipboard. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('rooms');
  const { api, user } = useSession();
  const errorText = useErrorText();
  const [name, setName] = useState(() => t('create.suggestion', { name: user?.username ?? '' }));
  const [control, setControl] = useState<RoomControl>('hosts');
  const [visibility, setVisibility] = useState<RoomVisibility>('hidden');
  const [password, setPassword] = useState('');
  const settings = useQuery({
    queryKey: ['public-settings'],
    queryFn: () => api.call('PublicService.GetPublicSettings', {}),
  });
  const policy = settings.data?.room_password_policy ?? 'optional';
  const create = useCreateRoom();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim(), visibility, ...(password ? { password } : {}), settings: { control } });
  };
  if (settings.data && !settings.data.room_creation_enabled) {
    return (
      <Dialog title={t('create.title')} isOpen onClose={onClose}>
        <p>{t('create.closed')}</p>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('create.title')} isOpen onClose={onClose}>
      <form onSubmit={submit} className="grid gap-6">
        <TextField
          label={t('create.name')}
          required
          maxLength={100}
          dir="auto"
          value={name}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
        <ControlChoice value={control} onChange={setControl} />
        <VisibilityChoice value={visibility} onChange={setVisibility} />
        {policy !== 'forbidden' && (
          <PasswordField
            label={t(policy === 'required' ? 'create.password' : 'create.passwordOptional')}
            hint={t('create.passwordHint')}
            autoComplete="off"
            minLength={4}
            maxLength={128}
            required={policy === 'required'}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {create.error && (
          <p role="alert" className="text-danger">
            {errorText(create.error)}
          </p>
        )}
        <Button type="submit" kind="primary" size="large" busy={create.isPending}>
          {t('create.open')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Makes a room and goes there, with its link on the clipboard. */
function useCreateRoom() {
  const { t } = useTranslation('rooms');
  const { api } = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: Methods['UserService.CreateRoom']['request']) => api.call('UserService.CreateRoom', request),
    onSuccess: async ({ room }) => {
      if (!room) return;
      void queryClient.invalidateQueries({ queryKey: ['my-rooms'] });
      const isCopied = await copyText(roomLink(room.id));
      await navigate({ to: '/r/$roomId', params: { roomId: room.id } });
      showToast(t(isCopied ? 'create.doneCopied' : 'create.done'));
    },
  });
}

interface ChoiceProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function ControlChoice({ value, onChange }: ChoiceProps<RoomControl>) {
  const { t } = useTranslation('rooms');
  return (
    <Choice<RoomControl>
      label={t('control.label')}
      value={value}
      onChange={onChange}
      options={[
        {
          value: 'everyone',
          label: t('control.everyone'),
          hint: t('control.everyoneHint'),
          icon: <UsersRound size={20} aria-hidden="true" />,
        },
        {
          value: 'hosts',
          label: t('control.hosts'),
          hint: t('control.hostsHint'),
          icon: <UserRound size={20} aria-hidden="true" />,
        },
      ]}
    />
  );
}

function VisibilityChoice({ value, onChange }: ChoiceProps<RoomVisibility>) {
  const { t } = useTranslation('rooms');
  return (
    <Choice<RoomVisibility>
      label={t('visibility.label')}
      value={value}
      onChange={onChange}
      options={[
        {
          value: 'hidden',
          label: t('visibility.hidden'),
          hint: t('visibility.hiddenHint'),
          icon: <EyeOff size={20} aria-hidden="true" />,
        },
        {
          value: 'public',
          label: t('visibility.public'),
          hint: t('visibility.publicHint'),
          icon: <Eye size={20} aria-hidden="true" />,
        },
      ]}
    />
  );
}
