import { Suspense } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { LabelChips } from './label-chips.tsx';
import { labelsFor, nameIn, useTaxonomy } from './taxonomy.port.ts';

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
            <LabelChips
              labels={offered}
              chosen={labelIds}
              most={maxLabels}
              onChange={(chosen) => onChange({ categoryId, labelIds: chosen })}
            />
          </div>
        </fieldset>
      )}
    </>
  );
}
