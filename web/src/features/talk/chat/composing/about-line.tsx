import { X } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { summaryOf } from '../summary.ts';
import type { Writing } from './writing.ts';

/** Shows whether sending answers or edits a message. */
export function AboutLine({
  writing,
  onCancel,
}: {
  readonly writing: Exclude<Writing, { kind: 'new' }>;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation(['chat-finding', 'chat']);
  const { message, kind } = writing;
  return (
    <div className="mb-2 flex items-center gap-2 rounded-control bg-surface-2 py-1 ps-3 text-sm">
      <p className="min-w-0 flex-1 truncate">
        <span className="font-medium">
          {kind === 'edit' ? t('editing') : t('replyingTo', { user: message.display_name })}
        </span>{' '}
        <span dir="auto" className="text-muted">
          {summaryOf(message, t)}
        </span>
      </p>
      <IconButton
        label={t('cancelWriting')}
        tooltip="end"
        className="!size-9"
        icon={<X size={16} aria-hidden="true" />}
        onClick={onCancel}
      />
    </div>
  );
}
