import { useEffect } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';
import { seriesPlaying } from '../playback/source/series-choice.ts';
import { useSkippedParts } from './use-skipped-parts.ts';

/** Lets this person's choices follow the series that plays. [SY95] */
export function useSeriesPlaying(room: RoomConnection): void {
  const series = useSkippedParts(room)?.series.toLowerCase();
  useEffect(() => {
    if (series !== undefined) seriesPlaying.set(series);
  }, [series]);
  useEffect(() => () => seriesPlaying.set(''), []);
}
