import type { RoomControl, RoomVisibility } from '@matinee/contract/gen/api.ts';
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

/** A name is suggested and everything has a default: one click is enough. The invite link is copied on the way. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('rooms');
  const { api, user } = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
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
  const create = useMutation({
    mutationFn: () =>
      api.call('UserService.CreateRoom', {
        name: name.trim(),
        visibility,
        ...(password ? { password } : {}),
        settings: { control },
      }),
    onSuccess: async ({ room }) => {
      if (!room) return;
      void queryClient.invalidateQueries({ queryKey: ['my-rooms'] });
      const isCopied = await copyText(roomLink(room.id));
      await navigate({ to: '/r/$roomId', params: { roomId: room.id } });
      showToast(t(isCopied ? 'create.doneCopied' : 'create.done'));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
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
        <Choice<RoomControl>
          label={t('control.label')}
          value={control}
          onChange={setControl}
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
        <Choice<RoomVisibility>
          label={t('visibility.label')}
          value={visibility}
          onChange={setVisibility}
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
