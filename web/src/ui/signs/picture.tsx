import { useState } from 'react';
import { classNames } from '../class-names.ts';

/** A picture on this server. Its addresses need no credentials. */
export interface ShownPicture {
  readonly url: string;
  readonly width: number;
  /** The same picture in other sizes and types. */
  readonly variants: readonly { readonly url: string; readonly mime_type: string; readonly width: number }[];
}

export interface PictureProps {
  readonly picture: ShownPicture;
  /** Displayed width, as in `<img sizes>`. */
  readonly sizes: string;
  readonly className?: string;
}

const types = ['image/avif', 'image/webp'];

/**
 * Fills its container and covers the placeholder there, which shows while it loads or if it cannot be loaded.
 * Decorative: its subject is named beside it.
 */
export function Picture({ picture, sizes, className }: PictureProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  if (failedUrl === picture.url) return null;
  const widthsOf = (type: string) =>
    picture.variants
      .flatMap(({ url, mime_type, width }) => (mime_type === type ? [`${url} ${width}w`] : []))
      .join(', ');
  return (
    <picture className="contents">
      {types.map((type) => {
        const srcSet = widthsOf(type);
        return srcSet && <source key={type} type={type} srcSet={srcSet} sizes={sizes} />;
      })}
      <img
        src={picture.url}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setFailedUrl(picture.url)}
        className={classNames('absolute inset-0 size-full object-cover', className)}
      />
    </picture>
  );
}
