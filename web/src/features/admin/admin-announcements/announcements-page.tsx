import type { Announcement } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Megaphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import { ListStates } from '../admin/list-states.tsx';

const pageSize = 20;
const blank = { title: '', text: '', link: '' };

/** Announcements to all accounts. [WRP5] */
export function AnnouncementsPage() {
  const { t } = useTranslation('admin-announcements');
  const { api } = useSession();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['admin', 'announcements', page],
    queryFn: () => api.call('AdminService.ListAnnouncements', { page, page_size: pageSize }),
  });
  const rows = query.data?.announcements ?? [];
  return (
    <section aria-labelledby="announcements-title" className="grid gap-6">
      <h1 id="announcements-title" className="text-2xl font-semibold tracking-tight">
        {t('title')}
      </h1>
      <Writing />
      <ListStates
        query={query}
        isEmpty={rows.length === 0}
        loading={t('loading')}
        empty={<EmptyState icon={<Megaphone aria-hidden="true" />} title={t('empty')} />}
      >
        <ul className="grid grid-cols-1 gap-3">
          {rows.map((one) => (
            <Row key={one.id} announcement={one} />
          ))}
        </ul>
        <Pager page={page} pageSize={pageSize} total={query.data?.total ?? 0} onPage={setPage} />
      </ListStates>
    </section>
  );
}

function Writing() {
  const { t } = useTranslation('admin-announcements');
  const errorText = useErrorText('admin-announcements');
  const [draft, setDraft] = useState(blank);
  const create = useAdminAction('AdminService.CreateAnnouncement', () => {
    setDraft(blank);
    showToast(t('created'));
  });
  const { title, text, link } = draft;
  return (
    <form
      className="grid gap-4 rounded-card border border-border p-4 sm:p-5"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ title: title.trim(), text: text.trim(), link: link.trim() });
      }}
    >
      <TextField
        label={t('field.title')}
        required
        maxLength={200}
        value={title}
        onChange={(event) => setDraft({ ...draft, title: event.target.value })}
      />
      <TextArea
        label={t('field.text')}
        maxLength={4000}
        rows={4}
        value={text}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
      />
      <TextField
        label={t('field.link')}
        type="url"
        maxLength={2000}
        value={link}
        onChange={(event) => setDraft({ ...draft, link: event.target.value })}
      />
      {create.error && (
        <p role="alert" className="text-danger">
          {errorText(create.error)}
        </p>
      )}
      <Button type="submit" kind="primary" className="justify-self-start" busy={create.isPending}>
        {t('create')}
      </Button>
    </form>
  );
}

function Row({ announcement }: { readonly announcement: Announcement }) {
  const { t } = useTranslation('admin-announcements');
  const errorText = useErrorText('admin-announcements');
  const [isAsking, setAsking] = useState(false);
  const remove = useAdminAction('AdminService.DeleteAnnouncement', () => showToast(t('deleted')));
  const { id, title, text, link, created_at, created_by } = announcement;
  return (
    <li className="flex items-start gap-3 rounded-card border border-border p-4">
      <div className="grid min-w-0 flex-1 gap-1">
        <h2 dir="auto" className="font-semibold wrap-anywhere">
          {title}
        </h2>
        {text && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        )}
        {link && <p className="text-sm wrap-anywhere text-muted">{link}</p>}
        <p className="text-sm text-muted">
          {created_at && <Moment at={created_at} />} · <bdi>{created_by}</bdi>
        </p>
      </div>
      <IconButton
        label={t('delete')}
        aria-label={t('deleteOne', { title })}
        tooltip="end"
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        title={t('deleteTitle')}
        text={t('deleteText')}
        action={t('delete')}
        isOpen={isAsking}
        isBusy={remove.isPending}
        onConfirm={() =>
          remove.mutate(
            { announcement_id: id },
            {
              onError: (error) => showToast(errorText(error), 'danger'),
              onSettled: () => setAsking(false),
            },
          )
        }
        onClose={() => setAsking(false)}
      />
    </li>
  );
}
