import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';

/** What is sent, without its sound. */
export function Preview({ stream }: { readonly stream: MediaStream }) {
  const { t } = useTranslation('whip');
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <figure className="grid gap-1.5">
      <video
        ref={video}
        muted
        autoPlay
        playsInline
        aria-label={t('preview')}
        className="aspect-video w-full rounded-card bg-black object-contain"
      />
      <figcaption className="text-sm text-muted">{t('preview')}</figcaption>
    </figure>
  );
}
