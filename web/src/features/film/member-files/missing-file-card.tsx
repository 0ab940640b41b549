import type { Media } from '@matinee/contract/gen/api.ts';
import { HardDrive } from 'lucide-react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { GiveAgain } from './give-again.tsx';

/** Says whose file the room waits for, and what to do. [WMF3] [WMF5] */
export function MissingFileCard({ media }: { readonly media: Media }) {
  const { t } = useTranslation('member-files');
  const { self } = useRoom();
  const isOwn = media.creator_id === self.id;
  return (
    <div className="absolute inset-0 grid overflow-auto bg-black p-6 pb-24 [place-items:safe_center] @max-[34rem]:z-10 @max-[34rem]:p-3">
      <section className="grid max-w-xl justify-items-center gap-3 text-center @max-[34rem]:gap-1.5">
        <HardDrive size={28} aria-hidden="true" className="text-accent-text @max-[34rem]:hidden" />
        <div role="status" className="grid gap-1 wrap-anywhere">
          <h2 className="text-lg leading-snug font-semibold @max-[34rem]:text-base">
            {isOwn ? t('missing.own') : t('missing.title', { name: media.creator_display_name })}
          </h2>
          <p className="text-muted @max-[34rem]:text-sm">
            {isOwn
              ? t('missing.ownText', { name: media.source!.member_file!.file_name })
              : t('missing.text', { name: media.creator_display_name })}
          </p>
        </div>
        {isOwn && <GiveAgain media={media} />}
      </section>
    </div>
  );
}
