import type { Permission, RoomSettings } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Switch } from '../../../ui/fields/switch.tsx';

interface GuestFieldsProps {
  readonly settings: RoomSettings;
  readonly hasPassword: boolean;
  readonly onChange: (changes: RoomSettings) => void;
}

/** The permissions of guests that this form offers. */
const shown = ['view_members', 'view_chat_history', 'use_voice_chat'] as const satisfies readonly Permission[];

/** Whether guests may watch, and the parts of the room that they see. [WG2] */
export function GuestFields({ settings, hasPassword, onChange }: GuestFieldsProps) {
  const { t } = useTranslation(['room-settings', 'rooms']);
  const granted = settings.guest_permissions?.added ?? [];
  const grant = (permission: Permission, isGranted: boolean) =>
    onChange({
      guest_permissions: {
        removed: settings.guest_permissions?.removed ?? [],
        added: isGranted ? [...granted, permission] : granted.filter((held) => held !== permission),
      },
    });
  return (
    <>
      <Switch
        label={t('guests')}
        hint={t(hasPassword ? 'guestsPassword' : 'guestsHint')}
        checked={settings.allow_guests ?? false}
        onChange={(allow_guests) => onChange({ allow_guests })}
      />
      {settings.allow_guests &&
        shown.map((permission) => (
          <Switch
            key={permission}
            label={t(`guests_${permission}`)}
            checked={granted.includes(permission)}
            onChange={(isGranted) => grant(permission, isGranted)}
          />
        ))}
    </>
  );
}
