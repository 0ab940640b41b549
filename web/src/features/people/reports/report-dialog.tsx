import type { ReportCategory } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { categories } from './categories.ts';
import type { ReportTarget } from './report-target.ts';

interface ReportDialogProps {
  readonly target: ReportTarget;
  /** A name, or the beginning of a message. */
  readonly what: string;
  readonly onClose: () => void;
}

/** Asks for the reason of a report, and sends it. [WRP1] */
export function ReportDialog({ target, what, onClose }: ReportDialogProps) {
  const { t } = useTranslation('reports');
  const { api } = useSession();
  const { room } = useRoom();
  const errorText = useErrorText('reports');
  const [category, setCategory] = useState<ReportCategory>('spam');
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn: () =>
      api.call('RoomService.ReportContent', { room_id: room.roomId, ...target, category, text: text.trim() }),
    onSuccess: () => {
      showToast(t('sent'));
      onClose();
    },
  });
  return (
    <Dialog
      title={t('dialog.title')}
      description={t('whole_room' in target ? 'dialog.platform' : 'dialog.text')}
      isOpen
      onClose={onClose}
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <blockquote dir="auto" className="line-clamp-3 rounded-control bg-surface-2 px-4 py-3 wrap-anywhere">
          {what}
        </blockquote>
        <Select<ReportCategory>
          label={t('dialog.category')}
          value={category}
          options={categories.map((value) => ({ value, label: t(`category.${value}`) }))}
          onChange={setCategory}
        />
        <TextArea
          label={t('dialog.more')}
          hint={t('dialog.moreHint')}
          maxLength={1000}
          rows={3}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {send.error && (
          <p role="alert" className="text-danger">
            {errorText(send.error)}
          </p>
        )}
        <Button type="submit" kind="primary" busy={send.isPending}>
          {t('dialog.send')}
        </Button>
      </form>
    </Dialog>
  );
}
