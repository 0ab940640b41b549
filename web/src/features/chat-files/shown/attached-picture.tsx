import type { ChatAttachment } from '@matinee/contract/gen/api.ts';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { useAccess } from './use-access.ts';

export interface AttachedPictureProps {
  readonly picture: ChatAttachment;
  readonly className?: string;
}

/** A picture by an address of the person at this page. An address that does not serve is asked for anew, once. [WCF6] */
export function AttachedPicture({ picture: { id, name, width, height }, className }: AttachedPictureProps) {
  const { t } = useTranslation('chat-files');
  const { url, state, renew } = useAccess(id);
  const [failed, setFailed] = useState(0);
  if (state === 'gone' || state === 'failed' || failed > 1) {
    return (
      <span className="absolute inset-0 grid place-content-center justify-items-center gap-1 p-2 text-xs text-muted">
        <ImageOff size={20} aria-hidden="true" />
        {t(state === 'gone' ? 'gone' : 'notShown')}
      </span>
    );
  }
  if (url === undefined) return null;
  return (
    <img
      src={url}
      alt={name}
      width={width}
      height={height}
      decoding="async"
      draggable={false}
      onError={() => {
        setFailed(failed + 1);
        if (failed === 0) renew();
      }}
      className={className}
    />
  );
}
