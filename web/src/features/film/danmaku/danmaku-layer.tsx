import type { DanmakuComment, PlaybackInfo } from '@matinee/contract/gen/api.ts';
import { useEffect, useRef, useState } from 'react';
import type { ArrivingComments } from '../../../room/room-offers.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useStoredChoice } from '../../../ui/stored-choice.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { danmakuSource, opacities, useDanmakuChoices } from './choices.ts';
import { startDrawing } from './draw-loop.ts';
import type { Film } from './film-clock.ts';
import { findDanmaku, useComments } from './use-comments.ts';

export interface DanmakuLayerProps {
  readonly info: Pick<PlaybackInfo, 'danmakus' | 'default_danmaku_index'>;
  readonly film: Film;
  /** Comments from this person's own file. They replace those of the item. */
  readonly own?: readonly DanmakuComment[] | undefined;
  /** Comments that arrive while the film plays. A new list starts over. */
  readonly arriving?: readonly ArrivingComments[];
}

const nothing: readonly ArrivingComments[] = [];

/**
 * The comments of an item over its film. To the browser they are a picture: presses go to the film, and nothing is
 * selected or read aloud. [WDK5]
 */
export function DanmakuLayer({ info, film, own, arriving = nothing }: DanmakuLayerProps) {
  const { t } = useTranslation('danmaku');
  const canvas = useRef<HTMLCanvasElement>(null);
  const wanted = useStoredChoice(danmakuSource);
  const ofItem = findDanmaku(info.danmakus, wanted, info.default_danmaku_index);
  const loaded = useComments(own ? undefined : ofItem, () => showToast(t('failed'), 'danger'));
  const comments = own ?? loaded;
  const { amount, size, opacity, speed, area } = useDanmakuChoices();
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [box, setBox] = useState('');
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setBox(`${element.clientWidth} ${element.clientHeight}`));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size of the player needs other lanes
  useEffect(() => {
    if (canvas.current === null || canvas.current.clientHeight === 0) return;
    const choices = { amount, size, opacity, speed, area };
    const drawing = startDrawing({ canvas: canvas.current, film, comments, choices, isStill });
    const ends = arriving.map(({ subscribe }) => subscribe(drawing.push));
    return () => {
      for (const end of ends) end();
      drawing.stop();
    };
  }, [film, comments, arriving, amount, size, speed, area, isStill, box]);
  return (
    <div
      data-danmaku={comments.length}
      aria-hidden="true"
      style={{ opacity: opacities[opacity] }}
      className="pointer-events-none absolute inset-0"
    >
      <canvas ref={canvas} className="size-full" />
    </div>
  );
}
