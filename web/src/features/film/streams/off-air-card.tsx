import type { Media } from '@matinee/contract/gen/api.ts';
import { RadioTower } from 'lucide-react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { maySend } from './may-send.ts';

const LiveStreamDialog = lazily(() => import('./live-stream-dialog.tsx').then((module) => module.LiveStreamDialog));

/** Says that the stream is off the air. When it begins, it takes the place of this card. [WLS1] [WLS2] */
export function OffAirCard({ media }: { readonly media: Media }) {
  const { t } = useTranslation('streams');
  const { self, openDialog } = useRoom();
  return (
    <div className="absolute inset-0 grid overflow-auto bg-black p-6 pb-24 [place-items:safe_center] @max-[34rem]:z-10 @max-[34rem]:p-3">
      <section role="status" className="grid max-w-xl justify-items-center gap-3 text-center @max-[34rem]:gap-1.5">
        <RadioTower size={28} aria-hidden="true" className="text-accent-text @max-[34rem]:hidden" />
        <h2 className="text-lg leading-snug font-semibold @max-[34rem]:text-base">{t('offAir.title')}</h2>
        <p className="text-muted @max-[34rem]:text-sm">{t('offAir.text', { name: media.name })}</p>
        {maySend(self, media) && (
          <Button kind="primary" onClick={() => openDialog(LiveStreamDialog)}>
            {t('offAir.send')}
          </Button>
        )}
      </section>
    </div>
  );
}
