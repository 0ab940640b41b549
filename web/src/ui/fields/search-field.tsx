import { Search } from 'lucide-react';
import { TextField } from './text-field.tsx';

export interface SearchFieldProps {
  /** The subject of the search. Shown in the field while that is empty. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly maxLength?: number;
  /** True: the field gets the focus when a dialog opens. */
  readonly isFirst?: boolean;
}

/** Searches the content below it. */
export function SearchField({ label, value, onChange, maxLength = 100, isFirst = false }: SearchFieldProps) {
  return (
    <div className="relative">
      <Search size={18} aria-hidden="true" className="absolute inset-y-0 start-3.5 z-10 my-auto text-muted" />
      <TextField
        type="search"
        {...(isFirst ? { 'data-autofocus': true } : {})}
        label={label}
        labelHidden
        placeholder={label}
        autoComplete="off"
        maxLength={maxLength}
        // Each text runs its own way, but the icon and the button to clear stay where the page has them.
        className="ps-10 [unicode-bidi:plaintext]"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
