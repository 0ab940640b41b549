import type { RoomVisibility } from '@matinee/contract/gen/api.ts';
import { type FormEvent, useState } from 'react';
import { usePublicSettings } from '../../../client/session/public-settings.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { unnamedAccount } from '../../account/display-names/unnamed.port.ts';
import { EveningChoice } from '../room-settings/presets/evening-choice.tsx';
import { type Evening, eveningSettings } from '../room-settings/presets/evenings.ts';
import { VisibilityChoice } from '../room-settings/visibility-choice.tsx';
import { type TaxonomyChoice, TaxonomyFields } from '../room-taxonomy/taxonomy-fields.tsx';
import { useQuickRoom } from './quick-room.ts';

/** Makes a room with a chosen name and settings, and copies the invite link to the clipboard. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['room-settings', 'rooms']);
  const { user } = useSession();
  const [name, setName] = useState(() =>
    user && user.id !== unnamedAccount.get()
      ? t('create.suggestion', { ns: 'rooms', name: user.display_name, isPlain: true })
      : t('create.unnamed', { ns: 'rooms' }),
  );
  const [evening, setEvening] = useState<Evening>('cinema');
  const [visibility, setVisibility] = useState<RoomVisibility>('hidden');
  const [password, setPassword] = useState('');
  const [taxonomy, setTaxonomy] = useState<TaxonomyChoice>({ categoryId: '', labelIds: [] });
  const settings = usePublicSettings();
  const policy = settings.data?.room_password_policy ?? 'optional';
  const create = useQuickRoom(() => undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.open({ request: requestOf({ name, evening, visibility, password, taxonomy }) });
  };
  if (settings.data && !settings.data.room_creation_enabled) {
    return (
      <Dialog title={t('create.title', { ns: 'rooms' })} isOpen onClose={onClose}>
        <p>{t('create.closed')}</p>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('create.title', { ns: 'rooms' })} isOpen onClose={onClose}>
      <form onSubmit={submit} className="grid gap-6">
        <TextField
          label={t('create.name')}
          required
          maxLength={100}
          dir="auto"
          value={name}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
        <EveningChoice value={evening} onChange={setEvening} />
        <VisibilityChoice value={visibility} onChange={setVisibility} />
        <TaxonomyFields value={taxonomy} onChange={setTaxonomy} />
        {policy !== 'forbidden' && (
          <RoomPasswordField isRequired={policy === 'required'} value={password} onChange={setPassword} />
        )}
        {create.error && (
          <p role="alert" className="text-danger">
            {create.error}
          </p>
        )}
        <Button type="submit" kind="primary" size="large" busy={create.isBusy}>
          {t('create.open', { ns: 'rooms' })}
        </Button>
      </form>
    </Dialog>
  );
}

interface NewRoom {
  readonly name: string;
  readonly evening: Evening;
  readonly visibility: RoomVisibility;
  /** Empty: the room has no password. */
  readonly password: string;
  readonly taxonomy: TaxonomyChoice;
}

function requestOf({ name, evening, visibility, password, taxonomy }: NewRoom) {
  return {
    name: name.trim(),
    visibility,
    ...(password ? { password } : {}),
    settings: eveningSettings(evening),
    category_id: taxonomy.categoryId,
    label_ids: [...taxonomy.labelIds],
  };
}

interface RoomPasswordFieldProps {
  readonly isRequired: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function RoomPasswordField({ isRequired, value, onChange }: RoomPasswordFieldProps) {
  const { t } = useTranslation('room-settings');
  return (
    <PasswordField
      label={t(isRequired ? 'create.password' : 'create.passwordOptional')}
      hint={t('create.passwordHint')}
      autoComplete="off"
      minLength={4}
      maxLength={128}
      required={isRequired}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
