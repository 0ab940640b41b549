import { Suspense } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { LabelTag } from './label-tag.port.tsx';
import { labelsFor, nameIn, useTaxonomy } from './taxonomy.port.ts';
import { ToggleChip } from './toggle-chip.tsx';

/** The category and labels of a room. */
export interface TaxonomyChoice {
  /** Empty: none. */
  readonly categoryId: string;
  readonly labelIds: readonly string[];
}

interface TaxonomyFieldsProps {
  readonly value: TaxonomyChoice;
  readonly onChange: (value: TaxonomyChoice) => void;
}

/** The most labels that a room can have. */
const maxLabels = 5;

/**
 * The fields for the category and labels of a room. Renders nothing if the server has none. While their own texts load,
 * only these fields wait. [WTX2]
 */
export function TaxonomyFields(props: TaxonomyFieldsProps) {
  return (
    <Suspense>
      <Fields {...props} />
    </Suspense>
  );
}

function Fields({ value, onChange }: TaxonomyFieldsProps) {
  const { t, i18n } = useTranslation('room-taxonomy');
  const { categories, labels } = useTaxonomy();
  const { categoryId } = value;
  const offered = labelsFor(labels, categoryId);
  // A label that was deleted meanwhile is not sent again.
  const labelIds = value.labelIds.filter((id) => offered.some((label) => label.id === id));
  const toggle = (id: string) =>
    onChange({
      categoryId,
      labelIds: labelIds.includes(id) ? labelIds.filter((one) => one !== id) : [...labelIds, id],
    });
  const choose = (chosen: string) => {
    const fitting = labelsFor(labels, chosen);
    onChange({ categoryId: chosen, labelIds: labelIds.filter((id) => fitting.some((label) => label.id === id)) });
  };
  return (
    <>
      {categories.length > 0 && (
        <Select
          label={t('category')}
          value={categoryId}
          options={[
            { value: '', label: t('noCategory') },
            ...categories.map((category) => ({ value: category.id, label: nameIn(category, i18n.language) })),
          ]}
          onChange={choose}
        />
      )}
      {offered.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-medium">{t('labels', { count: maxLabels })}</legend>
          <div className="flex flex-wrap gap-2">
            {offered.map((label) => {
              const isOn = labelIds.includes(label.id);
              return (
                <ToggleChip
                  key={label.id}
                  isOn={isOn}
                  disabled={!isOn && labelIds.length >= maxLabels}
                  onToggle={() => toggle(label.id)}
                >
                  <LabelTag label={label} />
                </ToggleChip>
              );
            })}
          </div>
        </fieldset>
      )}
    </>
  );
}
