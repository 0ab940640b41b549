import { useTranslation } from '../../../texts/use-translation.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { FieldsProps } from './film-fields.tsx';
import { GuestFields } from './guest-fields.tsx';

/** The most that any server allows; its own limit may be lower. */
const mostMembers = 10_000;

interface JoiningFieldsProps extends FieldsProps {
  readonly hasPassword: boolean;
}

/** Who may become a member, the member limit, and whether guests may watch. [WR23] */
export function JoiningFields({ settings, hasPassword, onChange }: JoiningFieldsProps) {
  const { t } = useTranslation('room-settings');
  const isByLink = settings.automatic_join ?? true;
  return (
    <div className="grid gap-4">
      <Switch
        label={t('automaticJoin')}
        hint={t('automaticJoinHint')}
        checked={isByLink}
        onChange={(automatic_join) => onChange({ automatic_join })}
      />
      {isByLink && (
        <Switch
          label={t('approval')}
          hint={t('approvalHint')}
          checked={settings.require_approval ?? false}
          onChange={(require_approval) => onChange({ require_approval })}
        />
      )}
      <GuestFields settings={settings} hasPassword={hasPassword} onChange={onChange} />
      <TextField
        type="number"
        label={t('maxMembers')}
        hint={t('maxMembersHint')}
        inputMode="numeric"
        required
        min={1}
        max={mostMembers}
        className="max-w-40"
        // A user may clear the field to type another number. The browser requires one before the form is sent.
        value={settings.max_members ? String(settings.max_members) : ''}
        onChange={(event) => onChange({ max_members: event.target.valueAsNumber || 0 })}
      />
    </div>
  );
}
