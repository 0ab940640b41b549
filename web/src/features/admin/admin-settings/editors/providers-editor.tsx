import { useTranslation } from '../../../../texts/use-translation.ts';
import { Select } from '../../../../ui/fields/select.tsx';
import { Switch } from '../../../../ui/fields/switch.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import type { Faults } from '../settings-form.ts';
import { ItemsEditor } from './items-editor.tsx';
import { SecretField } from './secret-field.tsx';

type Parts = Readonly<Record<string, string | boolean | undefined>>;

/** A provider. It has one more member, named after its kind. */
export interface Provider {
  readonly instanceName: string;
  readonly enableSignup: boolean;
  readonly signupNeedReview: boolean;
  readonly [kind: string]: string | boolean | Parts | undefined;
}

export interface ProvidersEditorProps {
  readonly kinds: readonly string[];
  readonly value: readonly Provider[];
  readonly faults: Faults;
  readonly onChange: (value: Provider[]) => void;
}

/** Kinds that need an issuer from the operator. */
const withIssuer = ['oidc', 'casdoor', 'logto'];

/** Providers for signing in with an account elsewhere. */
export function ProvidersEditor({ kinds, value, faults, onChange }: ProvidersEditorProps) {
  const { t } = useTranslation('admin-settings');
  const kindOf = (provider: Provider) => kinds.find((kind) => provider[kind] !== undefined) ?? kinds[0] ?? 'oidc';
  return (
    <ItemsEditor<Provider>
      items={value}
      faults={faults}
      add={t('provider.add')}
      nameOf={(provider, index) => provider.instanceName || t('provider.number', { number: index + 1 })}
      make={() => ({ instanceName: '', enableSignup: false, signupNeedReview: false, [kinds[0] ?? 'oidc']: {} })}
      onChange={onChange}
    >
      {(provider, change, within) => {
        const kind = kindOf(provider);
        const parts = (provider[kind] ?? {}) as Parts;
        return (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label={t('provider.instanceName')}
                hint={t('provider.instanceNameHint')}
                maxLength={64}
                value={provider.instanceName}
                error={within['.instanceName']}
                onChange={(event) => change({ instanceName: event.target.value })}
              />
              <Select
                label={t('provider.kind')}
                value={kind}
                options={kinds.map((name) => ({
                  value: name,
                  label: t(`provider.kinds.${name}`, { defaultValue: name }),
                }))}
                onChange={(next) => change({ [kind]: undefined, [next]: {} })}
              />
            </div>
            <ClientFields
              kind={kind}
              parts={parts}
              error={(name) => within[`.${kind}.${name}`]}
              onChange={(changes) => change({ [kind]: { ...parts, ...changes } })}
            />
            <Switch
              label={t('provider.enableSignup')}
              hint={t('provider.enableSignupHint')}
              checked={provider.enableSignup}
              onChange={(enableSignup) => change({ enableSignup })}
            />
            <Switch
              label={t('provider.signupNeedReview')}
              checked={provider.signupNeedReview}
              disabled={!provider.enableSignup}
              onChange={(signupNeedReview) => change({ signupNeedReview })}
            />
          </>
        );
      }}
    </ItemsEditor>
  );
}

interface ClientFieldsProps {
  readonly kind: string;
  readonly parts: Parts;
  readonly error: (name: string) => string | undefined;
  readonly onChange: (changes: Parts) => void;
}

function ClientFields({ kind, parts, error, onChange }: ClientFieldsProps) {
  const { t } = useTranslation('admin-settings');
  const pairs = kind === 'apple' ? ['webClient', 'nativeClient'] : ['client'];
  return (
    <>
      {pairs.map((pair) => (
        <div key={pair} className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t(`provider.${pair}Id`)}
            autoComplete="off"
            value={String(parts[`${pair}Id`] ?? '')}
            error={error(`${pair}Id`)}
            onChange={(event) => onChange({ [`${pair}Id`]: event.target.value || undefined })}
          />
          <SecretField
            label={t(`provider.${pair}Secret`)}
            isSet={parts[`${pair}SecretSet`] === true}
            value={parts[`${pair}Secret`] as string | undefined}
            error={error(`${pair}Secret`)}
            onChange={(secret) => onChange({ [`${pair}Secret`]: secret })}
          />
        </div>
      ))}
      {withIssuer.includes(kind) && (
        <TextField
          label={t('provider.issuer')}
          placeholder={t('example', { example: 'https://id.example.org' })}
          value={String(parts['issuer'] ?? '')}
          error={error('issuer')}
          onChange={(event) => onChange({ issuer: event.target.value })}
        />
      )}
    </>
  );
}
