import type { ChatAttachment, PictureVariant } from '@matinee/contract/gen/api.ts';
import { ImageOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { blurredOf } from './blurred.ts';
import { useAccess } from './use-access.ts';

export interface AttachedPictureProps {
  readonly picture: ChatAttachment;
  readonly className?: string;
  /** The largest drawn width, in pixels of the page. Absent: as large as possible, so no smaller variant is loaded. */
  readonly drawnWidth?: number;
}

/**
 * A picture by an address for the person at this page, blurred until it is loaded. If the address does not work,
 * another one is requested once. [WCF6] [WCF14]
 */
export function AttachedPicture({ picture, className, drawnWidth }: AttachedPictureProps) {
  const { id, name, width, height, thumbhash } = picture;
  const { t } = useTranslation('chat-files');
  const { url, variants, state, renew } = useAccess(id);
  const [failed, setFailed] = useState(0);
  const [isThere, setIsThere] = useState(false);
  const blurred = useMemo(() => blurredOf(thumbhash), [thumbhash]);
  const isBlurred = blurred !== undefined && !isThere && drawnWidth !== undefined;
  if (state === 'gone' || state === 'failed' || failed > 1) {
    return (
      <span className="absolute inset-0 grid place-content-center justify-items-center gap-1 p-2 text-xs text-muted">
        <ImageOff size={20} aria-hidden="true" />
        {t(state === 'gone' ? 'gone' : 'notShown')}
      </span>
    );
  }
  return (
    <>
      {isBlurred && (
        <span
          aria-hidden="true"
          className="absolute inset-0 bg-center bg-cover"
          style={{ backgroundImage: `url(${blurred})` }}
        />
      )}
      {url !== undefined && (
        <img
          src={url}
          // After a failure the smaller variants are left out: one of them may be the picture that cannot be loaded.
          {...(drawnWidth === undefined || failed > 0 ? {} : smaller(variants, drawnWidth))}
          alt={name}
          width={width}
          height={height}
          decoding="async"
          draggable={false}
          onLoad={() => setIsThere(true)}
          onError={() => {
            setFailed(failed + 1);
            if (failed === 0) renew();
          }}
          className={classNames(drawnWidth !== undefined && 'relative', className)}
        />
      )}
    </>
  );
}

/** Every browser of today shows WebP. It chooses by the density of its screen. */
function smaller(variants: readonly PictureVariant[], drawnWidth: number) {
  const webp = variants.filter(({ mime_type }) => mime_type === 'image/webp');
  if (webp.length === 0) return {};
  return { srcSet: webp.map(({ url, width }) => `${url} ${width}w`).join(', '), sizes: `${drawnWidth}px` };
}
