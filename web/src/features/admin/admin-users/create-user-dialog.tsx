import type { UserRole } from '@matinee/contract/gen/api.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import { rolesThatMayBeGiven } from './standing.ts';

export function CreateUserDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('admin-users');
  const { user: self } = useSession();
  const navigate = useNavigate();
  const errorText = useErrorText('admin-users');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<UserRole>('user');
  const create = useAdminAction('AdminService.CreateUser', ({ user }) => {
    showToast(t('create.done', { name: username }));
    onClose();
    void navigate({ to: '/admin/$', params: { _splat: `users/${user?.user?.id}` } });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ username, password, role, ...(email && { email }) });
  };
  const roles = rolesThatMayBeGiven(self?.role);
  return (
    <Dialog title={t('create.title')} isOpen onClose={onClose}>
      <form onSubmit={submit} className="grid gap-5">
        <TextField
          label={t('username.label')}
          hint={t('username.hint')}
          required
          minLength={3}
          maxLength={50}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <PasswordField
          label={t('password.label')}
          hint={t('password.hint')}
          required
          minLength={8}
          maxLength={128}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextField
          label={t('email.optional')}
          hint={t('email.hint')}
          type="email"
          maxLength={254}
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        {roles.length > 1 && (
          <Select
            label={t('column.role')}
            value={role}
            options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
            onChange={setRole}
          />
        )}
        {create.error && (
          <p role="alert" className="text-danger">
            {errorText(create.error)}
          </p>
        )}
        <Button type="submit" kind="primary" size="large" busy={create.isPending}>
          {t('create.action')}
        </Button>
      </form>
    </Dialog>
  );
}
