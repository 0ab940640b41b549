import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { useSettingText } from '../setting-text.ts';
import type { Faults } from '../settings-form.ts';
import { SecretField } from './secret-field.tsx';

export interface Credentials {
  readonly username: string;
  readonly password?: string;
  readonly passwordSet?: boolean;
}

export interface SmtpProxy {
  readonly url: string;
  readonly credentials?: Credentials;
}

/** Names of the parts of a setting. */
export interface PartWords {
  readonly add: string;
  readonly username: string;
  readonly password: string;
  readonly remove: string;
}

export interface CredentialsEditorProps {
  /** Absent: username and password. */
  readonly words?: PartWords;
  readonly value: Credentials | null;
  readonly faults: Faults;
  readonly onChange: (value: Credentials | null) => void;
}

/** A username, and a password that can be set but not read. Both can be removed. */
export function CredentialsEditor({ words, value, faults, onChange }: CredentialsEditorProps) {
  const { parts } = useSettingText();
  const { add, username, password, remove } = words ?? parts();
  if (!value) {
    return (
      <Button
        icon={<Plus size={18} aria-hidden="true" />}
        className="justify-self-start"
        onClick={() => onChange({ username: '' })}
      >
        {add}
      </Button>
    );
  }
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={username}
          autoComplete="off"
          value={value.username}
          error={faults['.username']}
          onChange={(event) => onChange({ ...value, username: event.target.value })}
        />
        <SecretField
          label={password}
          isSet={value.passwordSet === true}
          value={value.password}
          error={faults['.password']}
          onChange={(typed) => onChange(withPassword(value, typed))}
        />
      </div>
      <Button
        kind="quiet"
        icon={<Trash2 size={18} aria-hidden="true" />}
        className="justify-self-start"
        onClick={() => onChange(null)}
      >
        {remove}
      </Button>
    </div>
  );
}

/** The credentials with the typed password; undefined: without one. Pure. */
export function withPassword({ password: _before, ...rest }: Credentials, password: string | undefined): Credentials {
  return password === undefined ? rest : { ...rest, password };
}

export interface ProxyEditorProps {
  readonly value: SmtpProxy | null;
  readonly example: string;
  readonly faults: Faults;
  readonly onChange: (value: SmtpProxy | null) => void;
}

/** The address of a proxy, and credentials if it needs them. Without an address there is no proxy. */
export function ProxyEditor({ value, example, faults, onChange }: ProxyEditorProps) {
  const { t } = useTranslation('admin-settings');
  const inCredentials = Object.fromEntries(
    Object.entries(faults)
      .filter(([place]) => place.startsWith('.credentials'))
      .map(([place, reason]) => [place.slice('.credentials'.length), reason]),
  );
  return (
    <div className="grid gap-4">
      <TextField
        label={t('proxy.url')}
        placeholder={t('example', { example })}
        value={value?.url ?? ''}
        error={faults['.url']}
        onChange={(event) => {
          const url = event.target.value;
          onChange(url === '' && !value?.credentials ? null : { ...value, url });
        }}
      />
      {value && (
        <CredentialsEditor
          value={value.credentials ?? null}
          faults={inCredentials}
          onChange={(credentials) => onChange({ url: value.url, ...(credentials ? { credentials } : {}) })}
        />
      )}
    </div>
  );
}
