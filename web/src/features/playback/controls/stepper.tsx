import { Minus, Plus } from 'lucide-react';
import { PlayerButton } from './player-button.tsx';

export interface StepperProps {
  readonly label: string;
  /** The value, as it is shown. */
  readonly shown: string;
  /** What the buttons do. */
  readonly less: string;
  readonly more: string;
  readonly hint?: string;
  readonly onStep: (direction: -1 | 1) => void;
}

/** Changes a value step by step. */
export function Stepper({ label, shown, less, more, hint, onStep }: StepperProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="flex items-center gap-2">
        <PlayerButton
          label={less}
          align="start"
          icon={<Minus size={18} aria-hidden="true" />}
          onClick={() => onStep(-1)}
        />
        <output className="min-w-16 text-center tabular-nums">{shown}</output>
        <PlayerButton label={more} icon={<Plus size={18} aria-hidden="true" />} onClick={() => onStep(1)} />
      </div>
      {hint && <p className="mt-1 text-muted">{hint}</p>}
    </fieldset>
  );
}
