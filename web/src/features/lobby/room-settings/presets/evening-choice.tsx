import { Armchair, Clapperboard, GraduationCap, PartyPopper } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Choice } from '../../../../ui/fields/choice.tsx';
import { type Evening, evenings } from './evenings.ts';

interface EveningChoiceProps {
  readonly value: Evening;
  readonly onChange: (evening: Evening) => void;
}

const signs = { cinema: Clapperboard, sofa: Armchair, party: PartyPopper, class: GraduationCap } as const;

/** The kind of evening, which decides who has the remote and how playback continues. [WR29] */
export function EveningChoice({ value, onChange }: EveningChoiceProps) {
  const { t } = useTranslation('room-settings');
  return (
    <Choice<Evening>
      label={t('evening.label')}
      value={value}
      onChange={onChange}
      options={evenings.map((evening) => {
        const Sign = signs[evening];
        return {
          value: evening,
          label: t(`evening.${evening}`),
          hint: t(`evening.${evening}Hint`),
          icon: <Sign size={20} aria-hidden="true" />,
        };
      })}
    />
  );
}
