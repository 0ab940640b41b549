import { Search } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';

/** With this many members or more there is a search: fewer are seen at a glance. */
export const manyMembers = 15;

export interface PeopleSearchFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Looks for members by a part of the name. [WM12] */
export function PeopleSearchField({ text, onChange }: PeopleSearchFieldProps) {
  const { t } = useTranslation('members');
  return (
    <div className="relative">
      <Search size={18} aria-hidden="true" className="absolute inset-y-0 start-3.5 z-10 my-auto text-muted" />
      <TextField
        type="search"
        label={t('search')}
        labelHidden
        placeholder={t('search')}
        maxLength={50}
        dir="auto"
        className="ps-10"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
