import { LockOpen } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../../client/calls/api-error.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Form } from '../../../../ui/fields/form.tsx';
import { PasswordField } from '../../../../ui/fields/password-field.tsx';

/** A password that a person entered for a folder. */
export interface FolderKey {
  readonly folder: string;
  readonly password: string;
}

/**
 * The password for `folder`. It serves the folder that it was entered for, and the folders in it; empty: none. Pure.
 * [WSO10]
 */
export function passwordFor(key: FolderKey | undefined, folder: string): string {
  return key !== undefined && (folder === key.folder || folder.startsWith(`${key.folder}/`)) ? key.password : '';
}

/** Whether a server refused a folder. The folder may have its own password. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'providers.upstream_forbidden';
}

/** Asks for a folder's own password. [WSO10] */
export function LockedFolder({ onPassword }: { readonly onPassword: (password: string) => void }) {
  const { t } = useTranslation('sources');
  const [password, setPassword] = useState('');
  return (
    <Form onSubmit={() => password !== '' && onPassword(password)} className="grid max-w-sm gap-3">
      <PasswordField
        label={t('locked.password')}
        hint={t('locked.hint')}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div>
        <Button type="submit" icon={<LockOpen size={18} aria-hidden="true" />}>
          {t('locked.open')}
        </Button>
      </div>
    </Form>
  );
}
