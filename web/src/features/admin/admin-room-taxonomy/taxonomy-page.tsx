import type { AdminRoomCategory, AdminRoomLabel, RoomCategory } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { type Column, RecordList } from '../../../ui/lists/record-list.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { LabelTag } from '../../lobby/room-taxonomy/label-tag.port.tsx';
import { nameIn } from '../../lobby/room-taxonomy/taxonomy.port.ts';
import { ListStates } from '../admin/list-states.tsx';
import { DeleteMark } from './delete-mark.tsx';
import { type Edited, MarkDialog } from './mark-dialog.tsx';

/** The categories and labels of rooms. [WTX3] */
export function TaxonomyPage() {
  const { t } = useTranslation('admin-room-taxonomy');
  const { api } = useSession();
  const [edited, setEdited] = useState<Edited>();
  const [deleted, setDeleted] = useState<Edited>();
  const categories = useQuery({
    queryKey: ['admin', 'room-categories'],
    queryFn: () => api.call('AdminService.ListRoomCategories', {}),
  });
  const labels = useQuery({
    queryKey: ['admin', 'room-labels'],
    queryFn: () => api.call('AdminService.ListRoomLabels', {}),
  });
  const known = (categories.data?.categories ?? []).flatMap(({ category }) => category ?? []);
  const labelRows = labels.data?.labels ?? [];
  const actions = { onEdit: setEdited, onDelete: setDeleted };
  return (
    <section aria-labelledby="taxonomy-title" className="grid gap-6">
      <div>
        <h1 id="taxonomy-title" className="text-2xl font-semibold tracking-tight">
          {t('title')}
        </h1>
        <p className="mt-1 max-w-prose text-muted">{t('lead')}</p>
      </div>
      <Section id="categories" title={t('category.title')} text={t('category.text')}>
        <ListStates
          query={categories}
          loading={t('loading')}
          isEmpty={known.length === 0}
          empty={<EmptyState title={t('category.none')} />}
        >
          <Categories rows={categories.data?.categories ?? []} {...actions} />
        </ListStates>
        <AddButton label={t('category.new')} onClick={() => setEdited({ kind: 'category' })} />
      </Section>
      <Section id="labels" title={t('label.title')} text={t('label.text')}>
        <ListStates
          query={labels}
          loading={t('loading')}
          isEmpty={labelRows.length === 0}
          empty={<EmptyState title={t('label.none')} />}
        >
          <Labels rows={labelRows} categories={known} {...actions} />
        </ListStates>
        <AddButton label={t('label.new')} onClick={() => setEdited({ kind: 'label' })} />
      </Section>
      {edited && (
        <MarkDialog
          edited={edited}
          count={edited.kind === 'category' ? known.length : labelRows.length}
          categories={known}
          onClose={() => setEdited(undefined)}
        />
      )}
      <DeleteMark deleted={deleted} onClose={() => setDeleted(undefined)} />
    </section>
  );
}

function AddButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <div className="mt-4">
      <Button icon={<Plus size={18} aria-hidden="true" />} onClick={onClick}>
        {label}
      </Button>
    </div>
  );
}

interface Actions {
  readonly onEdit: (edited: Edited) => void;
  readonly onDelete: (deleted: Edited) => void;
}

function Categories({ rows, ...actions }: Actions & { readonly rows: readonly AdminRoomCategory[] }) {
  const { t, i18n } = useTranslation('admin-room-taxonomy');
  const columns: Column<AdminRoomCategory>[] = [
    {
      key: 'name',
      label: t('name'),
      render: ({ category }) => category && <bdi>{nameIn(category, i18n.language)}</bdi>,
    },
    {
      key: 'rooms',
      label: t('rooms'),
      align: 'end',
      render: ({ room_count }) => room_count.toLocaleString(i18n.locale),
    },
    {
      key: 'actions',
      label: t('actions'),
      align: 'end',
      render: ({ category }) => category && <RowActions edited={{ kind: 'category', mark: category }} {...actions} />,
    },
  ];
  return (
    <RecordList label={t('category.title')} rows={rows} columns={columns} idOf={({ category }) => category?.id ?? ''} />
  );
}

interface LabelsProps extends Actions {
  readonly rows: readonly AdminRoomLabel[];
  readonly categories: readonly RoomCategory[];
}

function Labels({ rows, categories, ...actions }: LabelsProps) {
  const { t, i18n } = useTranslation('admin-room-taxonomy');
  const categoryOf = (id: string | undefined) => categories.find((category) => category.id === id);
  const columns: Column<AdminRoomLabel>[] = [
    { key: 'name', label: t('name'), render: ({ label }) => label && <LabelTag label={label} /> },
    {
      key: 'for',
      label: t('for'),
      render: ({ label }) => {
        const category = categoryOf(label?.category_id);
        return category ? <bdi>{nameIn(category, i18n.language)}</bdi> : t('forAll');
      },
    },
    {
      key: 'rooms',
      label: t('rooms'),
      align: 'end',
      render: ({ room_count }) => room_count.toLocaleString(i18n.locale),
    },
    {
      key: 'actions',
      label: t('actions'),
      align: 'end',
      render: ({ label }) => label && <RowActions edited={{ kind: 'label', mark: label }} {...actions} />,
    },
  ];
  return <RecordList label={t('label.title')} rows={rows} columns={columns} idOf={({ label }) => label?.id ?? ''} />;
}

function RowActions({ edited, onEdit, onDelete }: Actions & { readonly edited: Edited }) {
  const { t } = useTranslation('admin-room-taxonomy');
  const name = edited.mark?.name ?? '';
  return (
    <span className="inline-flex">
      <IconButton
        label={t('editOne', { name })}
        tooltip="end"
        icon={<Pencil size={18} aria-hidden="true" />}
        onClick={() => onEdit(edited)}
      />
      <IconButton
        label={t('deleteOne', { name })}
        tooltip="end"
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={() => onDelete(edited)}
      />
    </span>
  );
}
