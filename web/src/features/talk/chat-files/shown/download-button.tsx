import type { ChatAttachment } from '@matinee/contract/gen/api.ts';
import { Download } from 'lucide-react';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { downloadFrom } from '../../../../ui/save-file.ts';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { accessIn } from './access.ts';

export interface DownloadButtonProps {
  readonly attachment: Pick<ChatAttachment, 'id' | 'name'>;
  readonly isReached?: boolean;
  readonly className?: string;
}

export function DownloadButton({ attachment, isReached = true, className = '' }: DownloadButtonProps) {
  const { t } = useTranslation('chat-files');
  const save = useSave();
  return (
    <IconButton
      label={t('download', { name: attachment.name })}
      tooltip="end"
      tabIndex={isReached ? 0 : -1}
      className={className}
      icon={<Download size={18} aria-hidden="true" />}
      onClick={() => save(attachment)}
    />
  );
}

/** Saves an attachment, or reports that it no longer exists. */
export function useSave(): (attachment: Pick<ChatAttachment, 'id' | 'name'>) => void {
  const { t } = useTranslation('chat-files');
  const { room } = useRoom();
  return ({ id, name }) => {
    void accessIn(room)
      .urlOf(id)
      .then((url) => (url === undefined ? showToast(t('notLoaded'), 'danger') : downloadFrom(url, name)));
  };
}
