import type { ChatAttachment } from '@matinee/contract/gen/api.ts';
import type { ReactNode } from 'react';
import { readableBytes } from '../../../../client/words/readable.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { FileIcon } from '../file-icon.tsx';
import { DownloadButton } from './download-button.tsx';

export interface FileCardProps {
  readonly attachment: ChatAttachment;
  readonly isReached: boolean;
  /** Text below the name; absent: the file's size. */
  readonly note?: ReactNode;
}

/** A file to save. */
export function FileCard({ attachment, isReached, note }: FileCardProps) {
  const { i18n } = useTranslation('chat-files');
  const { name, mime_type: type, size_bytes: bytes } = attachment;
  return (
    <div className="flex w-full max-w-80 items-center gap-3 rounded-control border border-border bg-surface-2 py-1.5 ps-3 pe-1">
      <FileIcon type={type} className="size-6 shrink-0 text-accent-text" />
      <div className="min-w-0 flex-1">
        <p dir="auto" title={name} className="truncate text-sm font-medium">
          {name}
        </p>
        <p className="text-xs text-muted">{note ?? readableBytes(bytes, i18n.locale)}</p>
      </div>
      <DownloadButton attachment={attachment} isReached={isReached} />
    </div>
  );
}
