import type { AutoPlayMode, RoomSettings } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { NumberChoice } from './number-choice.tsx';
import { PresetChoice } from './presets/preset-choice.tsx';
import { changesTo, presetOf } from './presets/presets.ts';

/** A part of the form: the settings of the room, and a way to change them. */
export interface FieldsProps {
  readonly settings: RoomSettings;
  readonly onChange: (changes: RoomSettings) => void;
}

const pauseChoices = [0, 3, 5, 10, 30, 60];
const waitChoices = [0, 4, 8, 15, 30, 60];
const quorumChoices = [50, 80, 100];
const skipVoteChoices = [0, 30, 50, 70, 100];
const modes: readonly AutoPlayMode[] = ['sequential', 'repeat_one', 'repeat_all', 'shuffle', 'votes'];

/** The people who control the film, and the behaviour when it ends or a viewer's player buffers. */
export function FilmFields({ settings, onChange }: FieldsProps) {
  const { t, i18n } = useTranslation('room-settings');
  const wait = settings.wait_seconds ?? 8;
  const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent' });
  return (
    <>
      <PresetChoice value={presetOf(settings)} onChange={(control) => onChange(changesTo(control, settings))} />
      <div className="grid gap-6 sm:grid-cols-2">
        <Select
          label={t('autoPlay')}
          value={settings.auto_play ?? 'sequential'}
          options={modes.map((value) => ({ value, label: t(`autoPlayModes.${value}`) }))}
          onChange={(auto_play) => onChange({ auto_play })}
        />
        <NumberChoice
          label={t('pause')}
          value={settings.auto_play_delay_seconds ?? 0}
          choices={pauseChoices}
          nameOf={(count) => (count === 0 ? t('pauseNone') : t('seconds', { count }))}
          onChange={(auto_play_delay_seconds) => onChange({ auto_play_delay_seconds })}
        />
        <NumberChoice
          label={t('wait')}
          hint={t('waitHint')}
          value={wait}
          choices={waitChoices}
          nameOf={(count) => (count === 0 ? t('waitNever') : t('waitSeconds', { count }))}
          onChange={(wait_seconds) => onChange({ wait_seconds })}
        />
        <NumberChoice
          label={t('skipVote')}
          hint={t('skipVoteHint')}
          value={settings.skip_vote_percent ?? 0}
          choices={skipVoteChoices}
          nameOf={(share) =>
            share === 0
              ? t('skipVoteNone')
              : share === 100
                ? t('skipVoteAll')
                : t('skipVoteShare', { share: percent.format(share / 100) })
          }
          onChange={(skip_vote_percent) => onChange({ skip_vote_percent })}
        />
        {wait > 0 && (
          <NumberChoice
            label={t('quorum')}
            value={settings.wait_quorum_percent ?? 80}
            choices={quorumChoices}
            nameOf={(share) =>
              share === 100 ? t('quorumAll') : t('quorumShare', { share: percent.format(share / 100) })
            }
            onChange={(wait_quorum_percent) => onChange({ wait_quorum_percent })}
          />
        )}
      </div>
      <AutoSkipField settings={settings} onChange={onChange} />
      <KeepingFields settings={settings} onChange={onChange} />
    </>
  );
}

/** Whether the room skips intros and credits automatically. [WSE5] */
function AutoSkipField({ settings, onChange }: FieldsProps) {
  const { t } = useTranslation('room-settings');
  return (
    <Switch
      label={t('autoSkip')}
      hint={t('autoSkipHint')}
      checked={settings.auto_skip ?? false}
      onChange={(auto_skip) => onChange({ auto_skip })}
    />
  );
}

/** Whether the room remembers its evenings, and shows how far its members have watched an item. [WEV2] [WOH7] */
function KeepingFields({ settings, onChange }: FieldsProps) {
  const { t } = useTranslation('room-settings');
  return (
    <>
      <Switch
        label={t('keepEvenings')}
        hint={t('keepEveningsHint')}
        checked={settings.keep_evenings ?? true}
        onChange={(keep_evenings) => onChange({ keep_evenings })}
      />
      <Switch
        label={t('showProgress')}
        hint={t('showProgressHint')}
        checked={settings.show_progress ?? false}
        onChange={(show_progress) => onChange({ show_progress })}
      />
    </>
  );
}
