import { useEffect, useRef } from 'react';
import { openPath } from '../../../client/calls/base.ts';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { liveStreams, streamOf } from '../streams/on-air.ts';
import { LiveControls } from './live-controls.tsx';
import { stopSending, useSending } from './sending.ts';

/** Stands above the panels while this page sends to the room. Leaving the room stops sending. [WWH2] [WWH4] */
export function LiveStrip() {
  const { t } = useTranslation('whip');
  const { room } = useRoom();
  const sending = useSending();
  const told = useResource(room, liveStreams);
  const generation = (sending && told && streamOf(told.streams, sending.mediaId)?.generation_id) ?? '';
  const heard = useRef('');
  useEffect(() => {
    const own = sending?.sender.generationId() ?? '';
    if (own === '') return;
    if (generation === own) heard.current = own;
    // The room hears of an end before the connection notices.
    else if (heard.current === own) sending?.sender.doubt();
  }, [generation, sending]);
  useEffect(() => {
    const { roomId } = room;
    return () => {
      if (!openPath().includes(roomId)) stopSending();
    };
  }, [room]);
  if (!sending) return null;
  return (
    <section aria-label={t('open')} className="shrink-0 border-b border-border p-3 text-sm">
      <LiveControls sending={sending} />
    </section>
  );
}
