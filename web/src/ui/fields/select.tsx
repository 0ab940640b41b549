import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { controlClass, Field } from './text-field.tsx';

export interface SelectProps<Value extends string> {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly hint?: ReactNode;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

/** The browser's own select, so that a phone shows its own list and typed letters find an option. */
export function Select<Value extends string>({
  label,
  labelHidden,
  hint,
  value,
  options,
  onChange,
  disabled,
}: SelectProps<Value>) {
  return (
    <Field label={label} hint={hint} {...(labelHidden ? { labelHidden } : {})}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value as Value)}
            className={classNames(controlClass, 'appearance-none truncate pe-10')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={18}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
          />
        </div>
      )}
    </Field>
  );
}
