import type { RoomControl } from '@matinee/contract/gen/api.ts';
import { SlidersHorizontal, UserRound, UsersRound } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Choice } from '../../../../ui/fields/choice.tsx';
import type { Preset } from './presets.ts';

interface PresetChoiceProps {
  readonly value: Preset;
  readonly onChange: (control: RoomControl) => void;
}

const signs = { everyone: UsersRound, hosts: UserRound, custom: SlidersHorizontal } as const;

/** The holder of the remote. `custom` cannot be chosen: it only shows that no preset fits. [WR22] */
export function PresetChoice({ value, onChange }: PresetChoiceProps) {
  const { t } = useTranslation('room-settings');
  const presets: readonly Preset[] = ['everyone', 'hosts', ...(value === 'custom' ? (['custom'] as const) : [])];
  return (
    <Choice<Preset>
      label={t('control.label')}
      value={value}
      onChange={(preset) => preset !== 'custom' && onChange(preset)}
      options={presets.map((preset) => {
        const Sign = signs[preset];
        return {
          value: preset,
          label: t(`control.${preset}`),
          hint: t(`control.${preset}Hint`),
          icon: <Sign size={20} aria-hidden="true" />,
        };
      })}
    />
  );
}
