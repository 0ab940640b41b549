import type { FilmReaction } from '@matinee/contract/gen/api.ts';
import { useEffect, useState } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';
import { tallyOf } from './flights.ts';
import { useReactions } from './use-reactions.ts';

/** How long the numbers stand after the last reaction, in milliseconds. */
const standMs = 5_000;
/** Most different emoji that are shown. */
const mostShown = 5;

/** Counts the reactions of the last seconds. Nothing moves. [WFR3] */
export function QuietCount({ room }: { readonly room: RoomConnection }) {
  const [told, setTold] = useState<readonly FilmReaction[]>([]);
  useReactions(room, (more) => setTold((held) => [...held, ...more].slice(-200)));
  useEffect(() => {
    if (told.length === 0) return;
    const timer = setTimeout(() => setTold([]), standMs);
    return () => clearTimeout(timer);
  }, [told]);
  const tally = tallyOf(told).slice(0, mostShown);
  if (tally.length === 0) return null;
  return (
    <p
      data-film-reactions="counted"
      aria-hidden="true"
      className="pointer-events-none absolute end-3 bottom-20 z-10 flex gap-3 rounded-full bg-black/75 px-3 py-1.5 text-sm text-white tabular-nums"
    >
      {tally.map(({ emoji, count }) => (
        <span key={emoji}>
          <span className="font-emoji">{emoji}</span> {count}
        </span>
      ))}
    </p>
  );
}
