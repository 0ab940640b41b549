import { Select } from '../../../ui/fields/select.tsx';

interface NumberChoiceProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: number;
  /** The choices. The server's present value is offered too. */
  readonly choices: readonly number[];
  readonly nameOf: (value: number) => string;
  readonly onChange: (value: number) => void;
}

/** One of a few numbers, each shown in words. */
export function NumberChoice({ label, hint, value, choices, nameOf, onChange }: NumberChoiceProps) {
  const offered = [...new Set([...choices, value])].sort((a, b) => a - b);
  return (
    <Select
      label={label}
      hint={hint}
      value={String(value)}
      options={offered.map((one) => ({ value: String(one), label: nameOf(one) }))}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}
