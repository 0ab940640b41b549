import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import type { RoomStripProps } from '../../../room/room-entry.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { usePlayback } from '../playback/playback.port.ts';
import { LiveStrip } from '../whip/live-strip.tsx';
import { useAdviceTexts } from './advice-list.port.tsx';
import { maySend } from './may-send.ts';
import { liveStreams, streamOf } from './on-air.ts';
import { LiveStreamDialog } from './streams.port.ts';

/** What people who send have to know: that this page sends, and what is wrong with the stream that plays. */
export function SenderStrip({ place }: RoomStripProps) {
  if (place !== 'panels') return null;
  return (
    <>
      <LiveStrip />
      <AdviceStrip />
    </>
  );
}

/**
 * Tells people who may send to the playing stream what is wrong with it. Once hidden, it stays hidden until there are
 * other faults. [WLS8]
 */
function AdviceStrip() {
  const { t } = useTranslation('streams');
  const { room, self, openDialog } = useRoom();
  const playing = usePlayback(room)?.media;
  const told = useResource(room, liveStreams);
  const stream = playing && told && streamOf(told.streams, playing.id);
  const texts = useAdviceTexts(stream?.advice ?? []);
  const faults = `${stream?.generation_id}: ${texts.map(({ key }) => key).join()}`;
  const [hidden, setHidden] = useState('');
  const [first] = texts;
  if (!first || hidden === faults || !maySend(self, playing)) return null;
  return (
    <section
      aria-label={t('advice.title')}
      className="flex shrink-0 items-start gap-2 border-b border-border p-3 text-sm in-data-covered:hidden cramped:hidden"
    >
      <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-danger" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-2">
        <div role="status">
          <ul className="grid grid-cols-1 gap-1">
            {texts.map(({ key, text }) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
        </div>
        <Button onClick={() => openDialog(LiveStreamDialog)}>{t('advice.show')}</Button>
      </div>
      <IconButton
        label={t('advice.hide')}
        icon={<X size={18} aria-hidden="true" />}
        onClick={() => setHidden(faults)}
      />
    </section>
  );
}
