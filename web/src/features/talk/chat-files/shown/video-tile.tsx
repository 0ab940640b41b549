import type { ChatAttachment } from '@matinee/contract/gen/api.ts';
import { Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { readableBytes } from '../../../../client/words/readable.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { FileCard } from './file-card.tsx';
import { useAccess } from './use-access.ts';

export interface VideoTileProps {
  readonly attachment: ChatAttachment;
  readonly isReached: boolean;
}

/**
 * A film in a message. Nothing of it is loaded before a press. If the browser cannot play it, it is a file to save.
 * [WCF5]
 */
export function VideoTile({ attachment, isReached }: VideoTileProps) {
  const { t, i18n } = useTranslation('chat-files');
  const [isOpen, setOpen] = useState(false);
  const [failed, setFailed] = useState(0);
  const { url, state, renew } = useAccess(attachment.id, isOpen);
  const place = useRef(0);
  const { name, size_bytes: bytes } = attachment;
  if (failed > 1 || state === 'gone' || state === 'failed') {
    const note = t(state === 'gone' ? 'gone' : 'notPlayed');
    return <FileCard attachment={attachment} isReached={isReached} note={note} />;
  }
  if (isOpen && url !== undefined) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: somebody's own film has none
      <video
        key={url}
        src={url}
        controls
        autoPlay
        playsInline
        aria-label={name}
        tabIndex={isReached ? 0 : -1}
        className="aspect-video w-full max-w-80 rounded-control bg-black"
        onLoadedMetadata={({ currentTarget }) => {
          currentTarget.currentTime = place.current;
        }}
        onTimeUpdate={({ currentTarget }) => {
          place.current = currentTarget.currentTime;
        }}
        onError={() => {
          setFailed(failed + 1);
          if (failed === 0) renew();
        }}
      />
    );
  }
  return (
    <button
      type="button"
      tabIndex={isReached ? 0 : -1}
      onClick={() => setOpen(true)}
      className="relative grid aspect-video w-full max-w-80 place-items-center overflow-hidden rounded-control bg-black text-white"
    >
      <span className="sr-only">{t('playVideo')} </span>
      <span className="grid size-14 place-items-center rounded-full bg-white/20">
        <Play size={28} aria-hidden="true" className="ms-1 fill-current" />
      </span>
      <span className="absolute inset-x-0 bottom-0 flex gap-2 bg-black/60 px-3 py-1.5 text-xs">
        <span dir="auto" className="min-w-0 flex-1 truncate text-start">
          {name}
        </span>
        <span className="shrink-0"> {readableBytes(bytes, i18n.locale)}</span>
      </span>
    </button>
  );
}
