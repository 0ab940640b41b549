import type { ChatAttachment, PictureVariant } from '@matinee/contract/gen/api.ts';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { useAccess } from './use-access.ts';

export interface AttachedPictureProps {
  readonly picture: ChatAttachment;
  readonly className?: string;
  /** How wide it is drawn at most, in pixels of the page. Absent: as large as can be, so nothing smaller is loaded. */
  readonly drawnWidth?: number;
}

/** A picture by an address of the person at this page. An address that does not serve is asked for anew, once. [WCF6] */
export function AttachedPicture({ picture: { id, name, width, height }, className, drawnWidth }: AttachedPictureProps) {
  const { t } = useTranslation('chat-files');
  const { url, variants, state, renew } = useAccess(id);
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
      // A smaller one that cannot be loaded is left out when the picture is asked for anew.
      {...(drawnWidth === undefined || failed > 0 ? {} : smaller(variants, drawnWidth))}
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

/** Every browser of today shows WebP. It chooses by the density of its screen. */
function smaller(variants: readonly PictureVariant[], drawnWidth: number) {
  const webp = variants.filter(({ mime_type }) => mime_type === 'image/webp');
  if (webp.length === 0) return {};
  return { srcSet: webp.map(({ url, width }) => `${url} ${width}w`).join(', '), sizes: `${drawnWidth}px` };
}
