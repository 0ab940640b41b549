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

interface NewUser {
  readonly username: string;
  readonly password: string;
  /** Empty: the account has no address. */
  readonly email: string;
  readonly role: UserRole;
}

const emptyUser: NewUser = { username: '', password: '', email: '', role: 'user' };

export function CreateUserDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('admin-users');
  const navigate = useNavigate();
  const errorText = useErrorText('admin-users');
  const [typed, setTyped] = useState(emptyUser);
  const create = useAdminAction('AdminService.CreateUser', ({ user }) => {
    showToast(t('create.done', { name: typed.username }));
    onClose();
    void navigate({ to: '/admin/$', params: { _splat: `users/${user?.user?.id}` } });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { email, ...user } = typed;
    create.mutate({ ...user, ...(email && { email }) });
  };
  return (
    <Dialog title={t('create.title')} isOpen onClose={onClose}>
      <form onSubmit={submit} className="grid gap-5">
        <NewUserFields user={typed} onChange={(part) => setTyped((before) => ({ ...before, ...part }))} />
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

interface NewUserFieldsProps {
  readonly user: NewUser;
  readonly onChange: (part: Partial<NewUser>) => void;
}

function NewUserFields({ user, onChange }: NewUserFieldsProps) {
  const { t } = useTranslation('admin-users');
  const { user: self } = useSession();
  const roles = rolesThatMayBeGiven(self?.role);
  return (
    <>
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
        value={user.username}
        onChange={(event) => onChange({ username: event.target.value })}
      />
      <PasswordField
        label={t('password.label')}
        hint={t('password.hint')}
        required
        minLength={8}
        maxLength={128}
        autoComplete="new-password"
        value={user.password}
        onChange={(event) => onChange({ password: event.target.value })}
      />
      <TextField
        label={t('email.optional')}
        hint={t('email.hint')}
        type="email"
        maxLength={254}
        autoComplete="off"
        value={user.email}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      {roles.length > 1 && (
        <Select
          label={t('column.role')}
          value={user.role}
          options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
          onChange={(role) => onChange({ role })}
        />
      )}
    </>
  );
}
