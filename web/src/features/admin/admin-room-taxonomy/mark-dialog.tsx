import type { RoomCategory, RoomLabel } from '@matinee/contract/gen/api.ts';
import { languages } from '@matinee/contract/languages.ts';
import { type FormEvent, useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { nameIn } from '../../lobby/room-taxonomy/taxonomy.port.ts';
import { useAdminAction } from '../admin/admin-action.ts';
import { categoryOf, formOf, labelOf, type MarkForm } from './mark-form.ts';

/** The edited category or label; without `mark`, a new one. */
export type Edited =
  | { readonly kind: 'category'; readonly mark?: RoomCategory }
  | { readonly kind: 'label'; readonly mark?: RoomLabel };

interface MarkDialogProps {
  readonly edited: Edited;
  /** Number of existing categories or labels. */
  readonly count: number;
  readonly categories: readonly RoomCategory[];
  readonly onClose: () => void;
}

/** Edits a category or a label. Saving names its version, so that it never overwrites newer values unseen. [WTX3] */
export function MarkDialog({ edited: { kind, mark }, count, categories, onClose }: MarkDialogProps) {
  const { t } = useTranslation('admin-room-taxonomy');
  const errorText = useErrorText();
  const [form, setForm] = useState(() => formOf(mark, count));
  const done = () => {
    showToast(t('saved'));
    onClose();
  };
  const category = useAdminAction('AdminService.UpsertRoomCategory', done);
  const label = useAdminAction('AdminService.UpsertRoomLabel', done);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const expected = mark ? { expected_version: mark.version } : {};
    if (kind === 'category') category.mutate({ category_id: mark?.id ?? '', ...categoryOf(form), ...expected });
    else label.mutate({ label_id: mark?.id ?? '', ...labelOf(form), ...expected });
  };
  const error = category.error ?? label.error;
  return (
    <Dialog title={t(mark ? `${kind}.edit` : `${kind}.new`)} isOpen onClose={onClose}>
      <form onSubmit={submit} className="grid gap-5">
        <NameFields form={form} onChange={setForm} />
        {kind === 'label' && <LabelFields form={form} categories={categories} onChange={setForm} />}
        <TextField
          label={t('position')}
          hint={t('positionHint')}
          type="number"
          min={0}
          max={10_000}
          required
          value={form.position}
          onChange={(event) => setForm({ ...form, position: event.target.value })}
        />
        {error && (
          <p role="alert" className="text-danger">
            {errorText(error)}
          </p>
        )}
        <Button type="submit" kind="primary" size="large" busy={category.isPending || label.isPending}>
          {t('save')}
        </Button>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly form: MarkForm;
  readonly onChange: (form: MarkForm) => void;
}

/** The name, and names in the languages of the app. */
function NameFields({ form, onChange }: FieldsProps) {
  const { t, i18n } = useTranslation('admin-room-taxonomy');
  const names = new Intl.DisplayNames(i18n.locale, { type: 'language' });
  return (
    <>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        required
        maxLength={50}
        dir="auto"
        value={form.name}
        onChange={(event) => onChange({ ...form, name: event.target.value })}
      />
      {Object.keys({ ...languages, ...form.names }).map((language) => (
        <TextField
          key={language}
          label={t('nameIn', { language: names.of(language) ?? language })}
          maxLength={50}
          dir="auto"
          value={form.names[language] ?? ''}
          onChange={(event) => onChange({ ...form, names: { ...form.names, [language]: event.target.value } })}
        />
      ))}
    </>
  );
}

/** The fields that only a label has. */
function LabelFields({ form, categories, onChange }: FieldsProps & Pick<MarkDialogProps, 'categories'>) {
  const { t, i18n } = useTranslation('admin-room-taxonomy');
  return (
    <>
      <TextField
        label={t('color')}
        type="color"
        className="!w-20 p-1"
        value={form.color}
        onChange={(event) => onChange({ ...form, color: event.target.value })}
      />
      <Select
        label={t('for')}
        value={form.categoryId}
        options={[
          { value: '', label: t('forAll') },
          ...categories.map((category) => ({ value: category.id, label: nameIn(category, i18n.language) })),
        ]}
        onChange={(categoryId) => onChange({ ...form, categoryId })}
      />
    </>
  );
}
