import { type LucideIcon, Minus, Plus } from 'lucide-react';

export interface StepperProps {
  readonly label: string;
  /** The value as text. */
  readonly shown: string;
  /** Labels of the buttons. */
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
        <Step label={less} Icon={Minus} onClick={() => onStep(-1)} />
        <output className="min-w-16 text-center tabular-nums">{shown}</output>
        <Step label={more} Icon={Plus} onClick={() => onStep(1)} />
      </div>
      {hint && <p className="mt-1.5 text-muted">{hint}</p>}
    </fieldset>
  );
}

interface StepProps {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly onClick: () => void;
}

/** Has no visible label, unlike other buttons of the player: it would cover the stepper's legend. */
function Step({ label, Icon, onClick }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full bg-surface-2 hover:bg-surface-3"
    >
      <Icon size={18} aria-hidden="true" />
    </button>
  );
}

/** `value` with its sign, as people of `language` write it. */
export function signed(value: number, language: string): string {
  return new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }).format(value);
}
