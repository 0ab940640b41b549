import type { MediaFormat } from '@matinee/contract/gen/api.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { type FieldKey, type Line, type LineField, type ListName, lists, newLine } from './draft.ts';
import { FormatSelect } from './format-select.tsx';

export interface DetailsLinesProps {
  readonly list: ListName;
  readonly lines: readonly Line[];
  /** Names of headers with values that the server stores. */
  readonly known: readonly string[];
  readonly faultOf: (key: FieldKey) => string | undefined;
  readonly onChange: (lines: readonly Line[]) => void;
}

/** A list of addresses or headers. People can add lines. */
export function DetailsLines({ list, lines, known, faultOf, onChange }: DetailsLinesProps) {
  const { t } = useTranslation('media-details');
  const { fields, max } = lists[list];
  const put = (id: number, field: LineField, value: string) =>
    onChange(lines.map((line) => (line.id === id ? { id, values: { ...line.values, [field]: value } } : line)));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{t(`${list}.title`)}</legend>
      <p className="text-sm text-muted">{t(`${list}.hint`)}</p>
      {lines.map(({ id, values }, place) => (
        <div key={id} className="flex items-start gap-1 rounded-control border border-border p-3">
          <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
            {fields.map((field) =>
              field === 'format' ? (
                <FormatSelect
                  key={field}
                  value={(values.format ?? '') as MediaFormat | ''}
                  onChange={(value) => put(id, field, value)}
                />
              ) : (
                <TextField
                  key={field}
                  label={t(list === 'headers' ? `header.${field}` : `line.${field}`)}
                  inputMode={field === 'url' ? 'url' : 'text'}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  {...(field === 'name' && list !== 'headers' ? { dir: 'auto' } : {})}
                  {...(field === 'value' && known.includes(values.name ?? '') ? { hint: t('header.kept') } : {})}
                  value={values[field] ?? ''}
                  onChange={(event) => put(id, field, event.target.value)}
                  error={faultOf(`${id}.${field}`)}
                />
              ),
            )}
          </div>
          <IconButton
            label={t(`${list}.remove`, { place: place + 1 })}
            tooltip="end"
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={() => onChange(lines.filter((line) => line.id !== id))}
          />
        </div>
      ))}
      {lines.length < max && (
        <div>
          <Button
            kind="quiet"
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => onChange([...lines, newLine()])}
          >
            {t(`${list}.add`)}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
