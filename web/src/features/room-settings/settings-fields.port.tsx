import type { AutoPlayMode, Room, RoomSettings } from '@matinee/contract/gen/api.ts';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../client/calls/api.ts';
import { useErrorText } from '../../client/words/error-text.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { TextArea, TextField } from '../../ui/fields/text-field.tsx';
import { TaxonomyFields } from '../room-taxonomy/taxonomy-fields.port.tsx';
import { EntranceFields } from './entrance-fields.tsx';
import { GuestFields } from './guest-fields.tsx';
import { PresetChoice } from './preset-choice.port.tsx';
import { changesTo, presetOf } from './presets.ts';
import { changeOf, formOf } from './settings-change.ts';
import { useSave } from './use-save.ts';

export interface SettingsFieldsProps {
  readonly room: Room;
  readonly settings: RoomSettings;
  readonly version: number;
  /** As whom they are saved: as somebody in the room, or as an administrator of the server. */
  readonly as?: 'RoomService' | 'AdminService';
  readonly onSaved: () => void;
  /** Called when somebody else saved in the meantime. */
  readonly onStale: () => void;
}

/** Seconds that can be chosen for waiting; whatever the server holds is offered too. */
const waitChoices = [0, 4, 8, 15, 30, 60];
const modes: readonly AutoPlayMode[] = ['sequential', 'repeat_one', 'repeat_all', 'shuffle'];

export function SettingsFields({ room, settings, version, as = 'RoomService', onSaved, onStale }: SettingsFieldsProps) {
  const { t } = useTranslation('room-settings');
  const errorText = useErrorText();
  const [before] = useState(() => formOf(room, settings));
  const [form, setForm] = useState(before);
  const change = changeOf(before, form);
  const set = (changes: RoomSettings) => setForm({ ...form, settings: { ...form.settings, ...changes } });
  const save = useSave({ room, as, version }, { onSaved, onStale });
  const hasPasswordThen = form.password.kind === 'keep' ? room.has_password : form.password.kind === 'set';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change) save.mutate(change);
    else onSaved();
  };
  return (
    <form onSubmit={submit} className="grid gap-6">
      <TextField
        label={t('create.name')}
        required
        maxLength={100}
        dir="auto"
        value={form.name}
        onChange={(event) => setForm({ ...form, name: event.target.value })}
      />
      <TextArea
        label={t('description')}
        maxLength={500}
        dir="auto"
        value={form.description}
        onChange={(event) => setForm({ ...form, description: event.target.value })}
      />
      <TaxonomyFields value={form.taxonomy} onChange={(taxonomy) => setForm({ ...form, taxonomy })} />
      <FilmFields settings={form.settings} onChange={set} />
      <PeopleFields settings={form.settings} hasPassword={hasPasswordThen} onChange={set} />
      {as === 'RoomService' ? (
        <EntranceFields
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
      {save.error && !(save.error instanceof ApiError && save.error.status === 409) && (
        <p role="alert" className="text-danger">
          {errorText(save.error)}
        </p>
      )}
      <Button type="submit" kind="primary" size="large" disabled={!change} busy={save.isPending}>
        {t('save')}
      </Button>
    </form>
  );
}

interface FieldsProps {
  readonly settings: RoomSettings;
  readonly onChange: (changes: RoomSettings) => void;
}

/** Who controls the film, and what happens when it ends or somebody's player has to wait for data. */
function FilmFields({ settings, onChange: set }: FieldsProps) {
  const { t } = useTranslation('room-settings');
  const wait = settings.wait_seconds ?? 8;
  const waits = [...new Set([...waitChoices, wait])].sort((a, b) => a - b);
  return (
    <>
      <PresetChoice value={presetOf(settings)} onChange={(control) => set(changesTo(control, settings))} />
      <div className="grid gap-6 sm:grid-cols-2">
        <Select
          label={t('autoPlay')}
          value={settings.auto_play ?? 'sequential'}
          options={modes.map((value) => ({ value, label: t(`autoPlayModes.${value}`) }))}
          onChange={(auto_play) => set({ auto_play })}
        />
        <Select
          label={t('wait')}
          hint={t('waitHint')}
          value={String(wait)}
          options={waits.map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? t('waitNever') : t('waitSeconds', { count: seconds }),
          }))}
          onChange={(seconds) => set({ wait_seconds: Number(seconds) })}
        />
      </div>
    </>
  );
}

/** Who comes in, and what they may do besides watching. */
function PeopleFields({ settings, hasPassword, onChange: set }: FieldsProps & { readonly hasPassword: boolean }) {
  const { t } = useTranslation('room-settings');
  return (
    <div className="grid gap-4">
      <Switch
        label={t('chat')}
        hint={t('chatHint')}
        checked={settings.chat_enabled ?? true}
        onChange={(chat_enabled) => set({ chat_enabled })}
      />
      <Switch
        label={t('automaticJoin')}
        hint={t('automaticJoinHint')}
        checked={settings.automatic_join ?? true}
        onChange={(automatic_join) => set({ automatic_join })}
      />
      <GuestFields settings={settings} hasPassword={hasPassword} onChange={set} />
    </div>
  );
}
