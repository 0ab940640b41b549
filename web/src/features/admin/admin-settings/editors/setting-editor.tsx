import type { SettingDeclaration } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { FaultText } from '../../../../ui/fields/fault-text.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { Switch } from '../../../../ui/fields/switch.tsx';
import { TextArea, TextField } from '../../../../ui/fields/text-field.tsx';
import { useSettingText } from '../setting-text.ts';
import type { Faults, SettingValue } from '../settings-form.ts';
import { type Credentials, CredentialsEditor, ProxyEditor, type SmtpProxy } from './credentials-editor.tsx';
import { type IceServer, IceServersEditor } from './ice-servers-editor.tsx';
import { PermissionsEditor } from './permissions-editor.tsx';
import { type Provider, ProvidersEditor } from './providers-editor.tsx';
import { SecretEditor } from './secret-editor.tsx';

export interface SettingEditorProps {
  readonly declaration: SettingDeclaration;
  readonly value: SettingValue;
  /** Faults by their place inside the value; `''` is the whole value. */
  readonly faults: Faults;
  readonly onChange: (value: SettingValue) => void;
}

/** The editor that fits the kind of a setting, with its name and meaning. */
export function SettingEditor({ declaration, value, faults, onChange }: SettingEditorProps) {
  const { t } = useTranslation('admin-settings');
  const text = useSettingText();
  const label = text.label(declaration);
  const doc = text.doc(declaration);
  const { max, options, example } = declaration;
  switch (declaration.kind) {
    case 'bool':
      return (
        <>
          <Switch label={label} hint={doc} checked={value === true} onChange={onChange} />
          <FaultText text={faults['']} />
        </>
      );
    case 'integer':
      return <IntegerField {...{ declaration, value, faults, onChange }} />;
    case 'text':
      return (
        <TextField
          label={label}
          error={faults['']}
          hint={doc}
          dir="auto"
          maxLength={max}
          placeholder={example === '' ? undefined : t('example', { example })}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.target.value === '' && declaration.nullable ? null : event.target.value)}
        />
      );
    case 'choice':
      return (
        <Select
          label={label}
          hint={doc}
          value={String(value)}
          options={options.map((name) => ({ value: name, label: text.option(name) }))}
          onChange={onChange}
        />
      );
    case 'texts':
      return <TextsArea {...{ declaration, value, faults, onChange }} />;
    default:
      return (
        <fieldset className="grid gap-3">
          <legend className="text-sm font-medium">{label}</legend>
          <p className="text-sm text-muted">{doc}</p>
          <ComplexEditor declaration={declaration} value={value} faults={faults} onChange={onChange} />
          <FaultText text={faults['']} />
        </fieldset>
      );
  }
}

/** Takes a whole number. */
function IntegerField({ declaration, value, faults, onChange }: SettingEditorProps) {
  const { t } = useTranslation('admin-settings');
  const text = useSettingText();
  const { min, max, unit } = declaration;
  return (
    <TextField
      label={text.label(declaration)}
      error={faults['']}
      hint={`${text.doc(declaration)} ${t(unit === '' ? 'bounds' : 'boundsOf', { min, max, unit: text.unit(unit) })}`}
      inputMode="numeric"
      className="max-w-48"
      value={String(value ?? '')}
      onChange={(event) =>
        onChange(/^-?\d+$/.test(event.target.value) ? Number(event.target.value) : event.target.value)
      }
    />
  );
}

/** Takes several texts, one in each line. */
function TextsArea({ declaration, value, faults, onChange }: SettingEditorProps) {
  const { t } = useTranslation('admin-settings');
  const text = useSettingText();
  const { example } = declaration;
  return (
    <TextArea
      label={text.label(declaration)}
      hint={`${text.doc(declaration)} ${t('onePerLine')}${example === '' ? '' : ` ${t('example', { example })}`}`}
      error={listFaults(faults, (line) => t('line', { line }))}
      dir="auto"
      rows={Math.min(8, Math.max(2, (value as string[]).length + 1))}
      value={(value as string[]).join('\n')}
      onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
      onBlur={() => onChange((value as string[]).map((one) => one.trim()).filter(Boolean))}
    />
  );
}

function ComplexEditor({ declaration, value, faults, onChange }: SettingEditorProps) {
  const text = useSettingText();
  const common = { faults, onChange };
  switch (declaration.kind) {
    case 'permissions':
      return <PermissionsEditor options={declaration.options} value={value as string[]} onChange={onChange} />;
    case 'credentials':
      return <CredentialsEditor words={text.parts(declaration)} value={value as Credentials | null} {...common} />;
    case 'secret':
      return <SecretEditor words={text.parts(declaration)} value={value as Credentials | null} {...common} />;
    case 'proxy':
      return <ProxyEditor value={value as SmtpProxy | null} example={declaration.example} {...common} />;
    case 'ice_servers':
      return <IceServersEditor value={value as IceServer[]} {...common} />;
    case 'oauth2_providers':
      return <ProvidersEditor kinds={declaration.options} value={value as Provider[]} {...common} />;
    default:
      return <pre className="overflow-x-auto text-sm">{JSON.stringify(value, undefined, 2)}</pre>;
  }
}

/** The faults of all lines, joined into one text. */
function listFaults(faults: Faults, line: (number: number) => string): string | undefined {
  const all = Object.entries(faults).map(([place, reason]) => {
    const index = /^\[(\d+)\]/.exec(place)?.[1];
    return index === undefined ? reason : `${line(Number(index) + 1)} ${reason}`;
  });
  return all.length === 0 ? undefined : all.join('; ');
}
