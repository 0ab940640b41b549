import { useTranslation } from '../../../texts/use-translation.ts';
import { SearchField } from '../../../ui/fields/search-field.tsx';

/** Lists with at least this many members have a search field; shorter ones can be scanned at a glance. */
export const manyMembers = 15;

export interface PeopleSearchFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Looks for members by a part of the name. [WM12] */
export function PeopleSearchField({ text, onChange }: PeopleSearchFieldProps) {
  const { t } = useTranslation('members');
  return <SearchField label={t('search')} maxLength={50} value={text} onChange={onChange} />;
}
