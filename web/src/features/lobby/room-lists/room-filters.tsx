import { Radio } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { LabelChips } from '../room-taxonomy/label-chips.tsx';
import { labelsFor, nameIn, useTaxonomy } from '../room-taxonomy/taxonomy.port.ts';
import { ToggleChip } from '../room-taxonomy/toggle-chip.tsx';

/** The filter of the list of public rooms. */
export interface RoomFilter {
  readonly isLive: boolean;
  /** Empty: any. */
  readonly categoryId: string;
  readonly labelIds: readonly string[];
}

export const noFilter: RoomFilter = { isLive: false, categoryId: '', labelIds: [] };

interface RoomFiltersProps {
  readonly value: RoomFilter;
  readonly onChange: (value: RoomFilter) => void;
}

/** The most labels that the server filters by at once. */
const maxLabels = 5;

/** Chips that narrow the list: to rooms with people in them, to a category, to labels. [WRL3] */
export function RoomFilters({ value, onChange }: RoomFiltersProps) {
  const { t, i18n } = useTranslation('rooms');
  const { categories, labels } = useTaxonomy();
  const { categoryId, labelIds } = value;
  const chooseCategory = (id: string) => {
    const chosen = id === categoryId ? '' : id;
    const fitting = new Set(labelsFor(labels, chosen).map((label) => label.id));
    onChange({ ...value, categoryId: chosen, labelIds: labelIds.filter((one) => fitting.has(one)) });
  };
  return (
    <fieldset className="mb-5 flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">{t('public.filters')}</legend>
      <ToggleChip isOn={value.isLive} onToggle={() => onChange({ ...value, isLive: !value.isLive })}>
        <Radio size={16} aria-hidden="true" className="shrink-0" />
        {t('public.live')}
      </ToggleChip>
      {categories.map((category) => (
        <ToggleChip key={category.id} isOn={category.id === categoryId} onToggle={() => chooseCategory(category.id)}>
          <bdi className="truncate">{nameIn(category, i18n.language)}</bdi>
        </ToggleChip>
      ))}
      <LabelChips
        labels={labelsFor(labels, categoryId)}
        chosen={labelIds}
        most={maxLabels}
        onChange={(chosen) => onChange({ ...value, labelIds: chosen })}
      />
    </fieldset>
  );
}
