import { useRef } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';
import { type Flight, flightsOf } from './flights.ts';
import { useReactions } from './use-reactions.ts';

/** How long one emoji flies, in milliseconds. */
const flightMs = 3_400;
/** The emoji of one change take off within this time, before the next change. In milliseconds. */
const spreadMs = 180;

/** Reactions that rise over the film. They take no presses and are not read aloud. [WFR1] [WFR2] [WFR5] */
export function FlyingLayer({ room }: { readonly room: RoomConnection }) {
  const layer = useRef<HTMLDivElement>(null);
  const inAir = useRef(0);
  const number = useRef(0);
  useReactions(room, (told) => {
    const sky = layer.current;
    // A hidden page draws nothing, so all flights would pile up in it.
    if (!sky || document.visibilityState === 'hidden') return;
    const flights = flightsOf(told, inAir.current);
    for (const [index, flight] of flights.entries()) {
      inAir.current += 1;
      takeOff(sky, flight, { number: number.current++, delay: (index * spreadMs) / flights.length }, () => {
        inAir.current -= 1;
      });
    }
  });
  return (
    <div
      ref={layer}
      data-film-reactions="flying"
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 z-10 overflow-hidden"
    />
  );
}

interface Start {
  /** Counts the flights since the page was opened. */
  readonly number: number;
  /** In milliseconds from now. */
  readonly delay: number;
}

/** Places between 0 and 1 that are far from those just before: multiples of the golden ratio. */
function placeOf(number: number): number {
  return (number * 0.618034) % 1;
}

/** Draws one emoji until it has passed. The elements are made here, not by React: they only rise and go. */
function takeOff(sky: HTMLElement, { emoji, count, name }: Flight, start: Start, onDone: () => void): void {
  const { number, delay } = start;
  const body = document.createElement('div');
  body.className = 'absolute bottom-0 grid justify-items-center gap-0.5 opacity-0 will-change-transform';
  body.style.insetInlineEnd = `${4 + placeOf(number) * 22}%`;
  body.append(piece('font-emoji text-[clamp(1.75rem,9cqh,3.5rem)] leading-none drop-shadow-lg', emoji));
  if (count > 1) body.append(piece('rounded-full bg-black/70 px-2 text-sm font-semibold text-white', `× ${count}`));
  if (name !== '') body.append(piece('max-w-28 truncate rounded-full bg-black/60 px-2 text-xs text-white', name));
  sky.append(body);
  const height = sky.clientHeight;
  const sway = (placeOf(number * 2 + 1) - 0.5) * 60;
  const flight = body.animate(
    [
      { transform: `translate(0, -${height * 0.08}px) scale(0.4)`, opacity: 0 },
      { transform: `translate(${sway * 0.2}px, -${height * 0.18}px) scale(1.15)`, opacity: 1, offset: 0.12 },
      { transform: `translate(${sway}px, -${height * 0.55}px) scale(1)`, opacity: 1, offset: 0.7 },
      { transform: `translate(${sway * 0.4}px, -${height * 0.85}px) scale(0.9)`, opacity: 0 },
    ],
    { duration: flightMs, delay, easing: 'ease-out', fill: 'backwards' },
  );
  const done = () => {
    body.remove();
    onDone();
  };
  flight.addEventListener('finish', done);
  flight.addEventListener('cancel', done);
}

function piece(className: string, text: string): HTMLElement {
  const made = document.createElement('span');
  made.className = className;
  made.textContent = text;
  return made;
}
