import { useTranslation } from '../../../../texts/use-translation.ts';
import { TextArea, TextField } from '../../../../ui/fields/text-field.tsx';
import type { Faults } from '../settings-form.ts';
import { ItemsEditor } from './items-editor.tsx';
import { SecretField } from './secret-field.tsx';

export interface IceServer {
  readonly urls: readonly string[];
  readonly username?: string | undefined;
  readonly credential?: string | undefined;
  readonly credentialSet?: boolean;
}

export interface IceServersEditorProps {
  readonly value: readonly IceServer[];
  readonly faults: Faults;
  readonly onChange: (value: IceServer[]) => void;
}

/** STUN and TURN servers, each with its addresses and, for TURN, its credentials. */
export function IceServersEditor({ value, faults, onChange }: IceServersEditorProps) {
  const { t } = useTranslation('admin-settings');
  return (
    <ItemsEditor<IceServer>
      items={value}
      faults={faults}
      add={t('ice.add')}
      nameOf={({ urls }, index) => urls[0] || t('ice.server', { number: index + 1 })}
      make={() => ({ urls: [] })}
      onChange={onChange}
    >
      {(server, change, within) => (
        <>
          <TextArea
            label={t('ice.urls')}
            hint={`${t('onePerLine')} ${t('example', { example: 'turns:turn.example.org:5349' })}`}
            rows={2}
            value={server.urls.join('\n')}
            error={Object.entries(within).find(([place]) => place.startsWith('.urls'))?.[1]}
            onChange={(event) => change({ urls: event.target.value === '' ? [] : event.target.value.split('\n') })}
            onBlur={() => change({ urls: server.urls.map((one) => one.trim()).filter(Boolean) })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={t('credentials.username')}
              autoComplete="off"
              value={server.username ?? ''}
              error={within['.username']}
              onChange={(event) => change({ username: event.target.value || undefined })}
            />
            <SecretField
              label={t('credentials.password')}
              isSet={server.credentialSet === true}
              value={server.credential}
              error={within['.credential']}
              onChange={(credential) => change({ credential })}
            />
          </div>
        </>
      )}
    </ItemsEditor>
  );
}
