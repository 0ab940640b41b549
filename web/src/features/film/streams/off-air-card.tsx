import type { Media } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { RadioTower } from 'lucide-react';
import { useRoom } from '../../../room/room-scope.ts';
import { useSecondsSince } from '../../../room/use-seconds.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { formatTime } from '../playback/format-time.port.ts';
import { maySend } from './may-send.ts';

const LiveStreamDialog = lazily(() => import('./live-stream-dialog.tsx').then((module) => module.LiveStreamDialog));

interface OffAirProps {
  readonly media: Media;
  /** Since when nothing comes; undefined: it has ended, or never begun. */
  readonly interruptedAt: string | undefined;
}

/**
 * Says that the stream is off the air, or for how long it has been interrupted. When it begins, it takes the place of
 * this card. [WLS1] [WLS2] [WLS7]
 */
export function OffAirCard({ media, interruptedAt }: OffAirProps) {
  const { t } = useTranslation('streams');
  const { self, openDialog } = useRoom();
  const state = interruptedAt === undefined ? 'offAir' : 'interrupted';
  return (
    <div className="absolute inset-0 grid overflow-auto bg-black p-6 pb-24 [place-items:safe_center] @max-[34rem]:z-10 @max-[34rem]:p-3">
      <section role="status" className="grid max-w-xl justify-items-center gap-3 text-center @max-[34rem]:gap-1.5">
        <RadioTower size={28} aria-hidden="true" className="text-accent-text @max-[34rem]:hidden" />
        <h2 className="text-lg leading-snug font-semibold @max-[34rem]:text-base">{t(`${state}.title`)}</h2>
        {interruptedAt !== undefined && <Seconds since={interruptedAt} />}
        <p className="text-muted @max-[34rem]:text-sm">{t(`${state}.text`, { name: shownTitle(media.name) })}</p>
        {maySend(self, media) && (
          <Button kind="primary" onClick={() => openDialog(LiveStreamDialog)}>
            {t('offAir.send')}
          </Button>
        )}
      </section>
    </div>
  );
}

/** Counts up, second by second. */
function Seconds({ since }: { readonly since: string }) {
  const seconds = useSecondsSince(Date.parse(since));
  return (
    // Screen readers do not read out each second.
    <p aria-hidden="true" className="text-4xl font-semibold tabular-nums @max-[34rem]:text-2xl">
      {formatTime(seconds)}
    </p>
  );
}
