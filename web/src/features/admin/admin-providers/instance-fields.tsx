import type { ProviderInstance } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import type { Form } from './instance-form.ts';

const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

interface FieldsProps {
  /** Undefined: a new one. */
  readonly instance: ProviderInstance | undefined;
  readonly form: Form;
  readonly onChange: (part: Partial<Form>) => void;
}

/** The fields of an instance. */
export function InstanceFields({ form, instance, onChange }: FieldsProps) {
  const { t } = useTranslation('admin-providers');
  return (
    <>
      {!instance && (
        <TextField
          label={t('form.name')}
          hint={t('form.nameHint')}
          required
          maxLength={64}
          pattern="[0-9A-Za-z_\-]+"
          data-autofocus
          {...plain}
          value={form.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
      <TextField
        label={t('form.address')}
        hint={t('form.addressHint')}
        required
        maxLength={300}
        {...plain}
        value={form.address}
        onChange={(event) => onChange({ address: event.target.value })}
      />
      <Switch
        label={t('form.tls')}
        hint={t('form.tlsHint')}
        checked={form.isTls}
        onChange={(isTls) => onChange({ isTls })}
      />
      {form.isTls && <TlsFields form={form} onChange={onChange} />}
      <PasswordField
        label={t('form.secret')}
        hint={t(instance?.has_secret ? 'form.secretKept' : 'form.secretHint')}
        maxLength={1000}
        autoComplete="off"
        disabled={form.isSecretRemoved}
        value={form.secret}
        onChange={(event) => onChange({ secret: event.target.value })}
      />
      {instance?.has_secret && (
        <Switch
          label={t('form.removeSecret')}
          checked={form.isSecretRemoved}
          onChange={(isSecretRemoved) => onChange({ isSecretRemoved, secret: '' })}
        />
      )}
      <TextField
        label={t('form.comment')}
        hint={t('form.commentHint')}
        maxLength={500}
        value={form.comment}
        onChange={(event) => onChange({ comment: event.target.value })}
      />
    </>
  );
}

function TlsFields({ form, onChange }: Omit<FieldsProps, 'instance'>) {
  const { t } = useTranslation('admin-providers');
  return (
    <>
      <TextArea
        label={t('form.tlsCa')}
        hint={t('form.tlsCaHint')}
        maxLength={65_536}
        {...plain}
        value={form.tlsCa}
        onChange={(event) => onChange({ tlsCa: event.target.value })}
      />
      <TextField
        label={t('form.tlsServerName')}
        hint={t('form.tlsServerNameHint')}
        maxLength={253}
        {...plain}
        value={form.tlsServerName}
        onChange={(event) => onChange({ tlsServerName: event.target.value })}
      />
    </>
  );
}
