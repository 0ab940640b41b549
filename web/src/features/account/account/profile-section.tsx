import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Profile, useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { NameForm } from '../display-names/name-form.tsx';
import { isUsername } from '../passwords/password-rules.ts';
import { ProfilePicture } from './profile-picture.tsx';

/** Settings for how other users see the person. */
export function ProfileSection() {
  const { t } = useTranslation('account');
  const { api, user } = useSession();
  const queryClient = useQueryClient();
  const errorText = useErrorText('account');
  const [typed, setTyped] = useState<string | undefined>();
  const name = typed ?? user?.username ?? '';
  const save = useMutation({
    mutationFn: () => api.call('UserService.SetUsername', { username: name.trim() }),
    onSuccess: ({ user: saved }) => {
      queryClient.setQueryData<Profile>(['profile'], (held) => held && { ...held, ...(saved ? { user: saved } : {}) });
      setTyped(undefined);
      showToast(t('profile.saved', { name: saved?.username }));
    },
  });
  if (!user) return null;
  const isChanged = name.trim() !== user.username;
  const isWrong = isChanged && !isUsername(name.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !isWrong && !save.isPending) save.mutate();
  };
  return (
    <Section id="profile" title={t('profile.title')}>
      <ProfilePicture user={user} />
      <NameForm />
      <form onSubmit={submit} noValidate className="mt-5 grid gap-x-4 gap-y-3 sm:grid-cols-[1fr_auto] sm:items-start">
        <div className="min-w-0">
          <TextField
            label={t('profile.username')}
            hint={t('profile.hint')}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={50}
            required
            value={name}
            onChange={(event) => {
              save.reset();
              setTyped(event.target.value);
            }}
            error={save.error ? errorText(save.error) : isWrong ? t('profile.rule') : undefined}
          />
        </div>
        <Button
          type="submit"
          kind="primary"
          aria-label={t('profile.save')}
          className="justify-self-start sm:mt-[1.625rem]"
          disabled={!isChanged}
          busy={save.isPending}
        >
          {t('save')}
        </Button>
      </form>
    </Section>
  );
}
