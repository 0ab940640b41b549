import type { RoomVisibility } from '@matinee/contract/gen/api.ts';
import { Eye, EyeOff } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Choice } from '../../../ui/fields/choice.tsx';

interface VisibilityChoiceProps {
  readonly value: RoomVisibility;
  readonly onChange: (value: RoomVisibility) => void;
}

/** Whether the room is listed, or only reachable by its link. */
export function VisibilityChoice({ value, onChange }: VisibilityChoiceProps) {
  const { t } = useTranslation('room-settings');
  return (
    <Choice<RoomVisibility>
      label={t('visibility.label')}
      value={value}
      onChange={onChange}
      options={[
        {
          value: 'hidden',
          label: t('visibility.hidden'),
          hint: t('visibility.hiddenHint'),
          icon: <EyeOff size={20} aria-hidden="true" />,
        },
        {
          value: 'public',
          label: t('visibility.public'),
          hint: t('visibility.publicHint'),
          icon: <Eye size={20} aria-hidden="true" />,
        },
      ]}
    />
  );
}
