import type { Clock } from '../../../../kernel/clock.ts';
import { conversionErrors } from '../conversions.errors.ts';
import type { Rendition } from '../plan/plan.ts';

/** Longest wait for a place, in milliseconds. */
const longestWaitMs = 15_000;

type Work = Pick<Rendition, 'kind' | 'isCopy'>;

export type Places = ReturnType<typeof makePlaces>;

/** Limits the processes that run at a time: those that code pictures, which take whole cores, and light ones. [CV9] */
export function makePlaces(clock: Clock, { heavy, light }: { readonly heavy: number; readonly light: number }) {
  const queues = { heavy: makeQueue(clock, heavy), light: makeQueue(clock, light) };
  const queueOf = ({ kind, isCopy }: Work) => queues[kind === 'video' && !isCopy ? 'heavy' : 'light'];
  return {
    /** Waits for a free place. Gives the function that frees it. @throws AppError `conversions.busy` */
    take: (work: Work, signal: AbortSignal) => queueOf(work).take(signal),
    /** Whether such work would have to wait for a place. */
    isFull: (work: Work) => queueOf(work).isFull,
    /** Whether somebody waits for a place that such work takes. */
    isWanted: (work: Work) => queueOf(work).waiting > 0,
    get taken() {
      return queues.heavy.taken + queues.light.taken;
    },
    /** Conversions that wait for a place. */
    get waiting() {
      return queues.heavy.waiting + queues.light.waiting;
    },
  };
}

function makeQueue(clock: Clock, places: number) {
  let taken = 0;
  const waiting: (() => void)[] = [];
  /** The next in the queue gets the place at once, so that no newcomer takes it too. */
  const free = () => {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  };
  return {
    get taken() {
      return taken;
    },
    get waiting() {
      return waiting.length;
    },
    get isFull() {
      return taken >= places;
    },
    /** Gives the function that frees the place. @throws AppError `conversions.busy` */
    async take(signal: AbortSignal): Promise<() => void> {
      if (taken >= places) {
        await new Promise<void>((resolve, reject) => {
          const settle = (work: () => void) => {
            cancel();
            signal.removeEventListener('abort', leave);
            const place = waiting.indexOf(come);
            if (place >= 0) waiting.splice(place, 1);
            work();
          };
          const come = () => settle(resolve);
          const leave = () => settle(() => reject(conversionErrors.busy()));
          const cancel = clock.after(longestWaitMs, leave);
          signal.addEventListener('abort', leave, { once: true });
          waiting.push(come);
          if (signal.aborted) leave();
        });
      } else taken += 1;
      let isOver = false;
      return () => {
        if (!isOver) free();
        isOver = true;
      };
    },
  };
}
