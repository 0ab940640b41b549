import type { Account, UserRole } from '@matinee/contract/gen/api.ts';
import { useState } from 'react';
import { ApiError } from '../../../client/calls/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Choice } from '../../../ui/fields/choice.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import { FormDialog } from './form-dialog.tsx';
import { rolesThatMayBeGiven } from './standing.ts';

interface UserDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Closes the dialog and confirms the action. */
function useDone({ account, onClose }: UserDialogProps, what: string) {
  const { t } = useTranslation('admin-users');
  return () => {
    onClose();
    showToast(t(`done.${what}`, { name: account.user?.username }));
  };
}

export function RenameDialog(props: UserDialogProps) {
  const { t } = useTranslation('admin-users');
  const { user } = props.account;
  const [username, setUsername] = useState(user?.username ?? '');
  const rename = useAdminAction('AdminService.UpdateUserUsername', useDone(props, 'rename'));
  return (
    <FormDialog
      title={t('action.rename')}
      text={t('username.text')}
      action={t('action.rename')}
      isBusy={rename.isPending}
      error={rename.error}
      onSubmit={() => rename.mutate({ user_id: user?.id ?? '', username })}
      onClose={props.onClose}
    >
      <NameField value={username} onChange={setUsername} />
    </FormDialog>
  );
}

export function PasswordDialog(props: UserDialogProps) {
  const { t } = useTranslation('admin-users');
  const { user } = props.account;
  const [password, setPassword] = useState('');
  const set = useAdminAction('AdminService.SetUserPassword', useDone(props, 'password'));
  return (
    <FormDialog
      title={t('password.title', { name: user?.username })}
      text={t('password.text')}
      action={t('action.password')}
      isBusy={set.isPending}
      error={set.error}
      onSubmit={() => set.mutate({ user_id: user?.id ?? '', password })}
      onClose={props.onClose}
    >
      <PasswordField
        label={t('password.new')}
        hint={t('password.hint')}
        required
        minLength={8}
        maxLength={128}
        autoComplete="new-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}

export function RoleDialog(props: UserDialogProps) {
  const { t } = useTranslation('admin-users');
  const { user: self } = useSession();
  const { user } = props.account;
  const [role, setRole] = useState<UserRole>(user?.role ?? 'user');
  const change = useAdminAction('AdminService.UpdateUserRole', useDone(props, 'role'));
  return (
    <FormDialog
      title={t('role.title', { name: user?.username })}
      text={t('role.text')}
      action={t('action.role')}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate({ user_id: user?.id ?? '', role })}
      onClose={props.onClose}
    >
      <Choice
        label={t('column.role')}
        value={role}
        options={rolesThatMayBeGiven(self?.role).map((value) => ({
          value,
          label: t(`role.${value}`),
          hint: t(`role.hint.${value}`),
        }))}
        onChange={setRole}
      />
    </FormDialog>
  );
}

/** Asks for another name only where the old one is taken. */
export function RestoreDialog(props: UserDialogProps) {
  const { t } = useTranslation('admin-users');
  const { user } = props.account;
  const [username, setUsername] = useState(user?.username ?? '');
  const restore = useAdminAction('AdminService.RestoreUser', useDone(props, 'restore'));
  const isTaken = restore.error instanceof ApiError && restore.error.code === 'users.username_taken';
  const [isRenaming, setRenaming] = useState(false);
  if (isTaken && !isRenaming) setRenaming(true);
  const given = username !== user?.username ? { username } : {};
  return (
    <FormDialog
      title={t('restore.title', { name: user?.username })}
      text={t('restore.text')}
      action={t('action.restore')}
      isBusy={restore.isPending}
      error={restore.error}
      onSubmit={() => restore.mutate({ user_id: user?.id ?? '', ...given })}
      onClose={props.onClose}
    >
      {isRenaming && <NameField value={username} onChange={setUsername} />}
    </FormDialog>
  );
}

function NameField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const { t } = useTranslation('admin-users');
  return (
    <TextField
      label={t('username.label')}
      hint={t('username.hint')}
      required
      minLength={3}
      maxLength={50}
      autoCapitalize="none"
      spellCheck={false}
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
