import type { Room, RoomSettings } from '@matinee/contract/gen/api.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '../../../client/calls/api.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { TaxonomyFields } from '../room-taxonomy/taxonomy-fields.tsx';
import { ChatFields } from './chat-fields.tsx';
import { FilmFields } from './film-fields.tsx';
import { JoinFields } from './join-fields.tsx';
import { JoiningFields } from './joining-fields.tsx';
import { RoleRights } from './role-rights.tsx';
import { changeOf, formOf, type SettingsForm } from './settings-change.ts';
import { SettingsGroup } from './settings-group.tsx';
import { useSave } from './use-save.ts';

export interface SettingsFieldsProps {
  readonly room: Room;
  readonly settings: RoomSettings;
  readonly version: number;
  /** Role in which the settings are saved: a member of the room, or an administrator of the server. */
  readonly as?: 'RoomService' | 'AdminService';
  /** Called with true when there are unsaved changes, and with false when there are none. */
  readonly onChanged: (isChanged: boolean) => void;
  readonly onSaved: () => void;
  /** Called when another person saved in the meantime. */
  readonly onStale: () => void;
}

/** The settings of a room, the most used ones first. The save button stays in view. */
export function SettingsFields(props: SettingsFieldsProps) {
  const { room, settings, version, as = 'RoomService', onChanged, onSaved, onStale } = props;
  const { t } = useTranslation('room-settings');
  const [before] = useState(() => formOf(room, settings));
  const [form, setForm] = useState(before);
  const change = changeOf(before, form);
  const isChanged = change !== undefined;
  useEffect(() => onChanged(isChanged), [onChanged, isChanged]);
  const set = (changes: RoomSettings) => setForm({ ...form, settings: { ...form.settings, ...changes } });
  const save = useSave({ room, as, version }, { onSaved, onStale });
  const hasPasswordThen = form.password.kind === 'keep' ? room.has_password : form.password.kind === 'set';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change) save.mutate(change);
    else onSaved();
  };
  const shared = { settings: form.settings, onChange: set };
  return (
    <form onSubmit={submit} className="grid gap-6">
      <DescriptionFields form={form} onChange={(changes) => setForm({ ...form, ...changes })} />
      <SettingsGroup title={t('groups.film')}>
        <FilmFields {...shared} />
      </SettingsGroup>
      <SettingsGroup title={t('groups.entrance')}>
        {as === 'RoomService' ? (
          <JoinFields
            room={room}
            visibility={form.visibility}
            password={form.password}
            onChange={(changes) => setForm({ ...form, ...changes })}
          />
        ) : (
          <p className="rounded-control bg-surface-2 px-4 py-3 text-sm text-muted">
            {t(`visibility.${room.visibility}Info`)} {room.has_password && t('visibility.password')}
          </p>
        )}
        <JoiningFields {...shared} hasPassword={hasPasswordThen} />
      </SettingsGroup>
      <SettingsGroup title={t('groups.chat')}>
        <ChatFields {...shared} />
      </SettingsGroup>
      <SettingsGroup title={t('groups.rights')}>
        <RoleRights {...shared} />
      </SettingsGroup>
      <SaveBar isChanged={isChanged} isBusy={save.isPending} error={save.error} />
    </form>
  );
}

interface DescriptionFieldsProps {
  readonly form: SettingsForm;
  readonly onChange: (changes: Partial<SettingsForm>) => void;
}

/** The name and the description of the room. */
function DescriptionFields({ form, onChange }: DescriptionFieldsProps) {
  const { t } = useTranslation('room-settings');
  return (
    <>
      <TextField
        label={t('create.name')}
        required
        maxLength={100}
        dir="auto"
        value={form.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        label={t('description')}
        maxLength={500}
        dir="auto"
        value={form.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <TaxonomyFields value={form.taxonomy} onChange={(taxonomy) => onChange({ taxonomy })} />
    </>
  );
}

interface SaveBarProps {
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly error: Error | null;
}

/** While there are unsaved changes, it stays at the bottom edge. */
function SaveBar({ isChanged, isBusy, error }: SaveBarProps) {
  const { t } = useTranslation('room-settings');
  const errorText = useErrorText();
  return (
    <div
      className={classNames(
        'grid gap-3 bg-surface py-3',
        isChanged && 'sticky -bottom-6 z-10 border-t border-border pb-6',
      )}
    >
      {error && !(error instanceof ApiError && error.status === 409) && (
        <p role="alert" className="text-danger">
          {errorText(error)}
        </p>
      )}
      <Button type="submit" kind="primary" size="large" disabled={!isChanged} busy={isBusy}>
        {t('save')}
      </Button>
    </div>
  );
}
