import type { RoomLabel } from '@matinee/contract/gen/api.ts';
import { LabelTag } from './label-tag.port.tsx';
import { ToggleChip } from './toggle-chip.tsx';

interface LabelChipsProps {
  readonly labels: readonly RoomLabel[];
  /** The ids of the chosen ones. */
  readonly chosen: readonly string[];
  /** The most that can be chosen. */
  readonly most: number;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A chip for each label, to choose some of them. */
export function LabelChips({ labels, chosen, most, onChange }: LabelChipsProps) {
  return labels.map((label) => {
    const isOn = chosen.includes(label.id);
    return (
      <ToggleChip
        key={label.id}
        isOn={isOn}
        disabled={!isOn && chosen.length >= most}
        onToggle={() => onChange(isOn ? chosen.filter((id) => id !== label.id) : [...chosen, label.id])}
      >
        <LabelTag label={label} />
      </ToggleChip>
    );
  });
}
