import type { Answer, DrawnSize, DrawOrder, ScaledScript, StartOrder } from './orders.ts';

/** Longest time for one order once the library is loaded, in milliseconds: a file of 20 MB takes a second. */
export const patienceMs = 5_000;
/** Longest time to load the library and to start it. */
export const loadPatienceMs = 60_000;

/** What is to be seen. */
export interface DrawTask {
  readonly script: ScaledScript;
  readonly size: DrawnSize;
  readonly raise: number;
  readonly time: number;
}

/** `shown`: what is drawn is right; `letters`: plain text has to be shown, as the fonts lack letters; `failed`: for good. */
export type DrawingState = 'loading' | 'shown' | 'letters' | 'failed';

export interface Drawing {
  /** Changes what is to be seen. Nothing is drawn before all of it is known. */
  show(change: Partial<DrawTask>): void;
  stop(): void;
}

/**
 * Has a worker draw on a canvas: one order at a time, and always what is wanted last. Ends a worker that fails or takes
 * too long.
 */
export function startDrawing(
  worker: Worker,
  canvas: OffscreenCanvas,
  fonts: readonly Uint8Array[],
  onState: (state: DrawingState) => void,
): Drawing {
  let wanted: Partial<DrawTask> = {};
  let drawn: Partial<DrawTask> = {};
  let isBusy = true;
  let timer: ReturnType<typeof setTimeout>;
  const stop = () => {
    clearTimeout(timer);
    worker.onmessage = null;
    worker.terminate();
    isBusy = true;
  };
  const fail = () => {
    stop();
    onState('failed');
  };
  const send = (order: StartOrder | DrawOrder, ms: number, moved: Transferable[] = []) => {
    isBusy = true;
    timer = setTimeout(fail, ms);
    worker.postMessage(order, moved);
  };
  const drawNext = () => {
    const order = isBusy ? undefined : orderFor(wanted, drawn);
    if (order === undefined) return;
    drawn = wanted;
    send(order, patienceMs);
  };
  worker.onerror = fail;
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    clearTimeout(timer);
    if (data === 'failed') return fail();
    isBusy = false;
    if (data !== 'loaded') onState(data === 'letters' ? 'letters' : 'shown');
    drawNext();
  };
  send({ kind: 'start', canvas, fonts }, loadPatienceMs, [canvas]);
  return {
    show(change) {
      wanted = { ...wanted, ...change };
      drawNext();
    },
    stop,
  };
}

/** The order that changes what is drawn into what is wanted; undefined: not all is known yet, or nothing changes. Pure. */
function orderFor({ script, size, raise, time }: Partial<DrawTask>, drawn: Partial<DrawTask>): DrawOrder | undefined {
  if (!script || !size || raise === undefined || time === undefined) return undefined;
  const isRaised = raise !== drawn.raise || script !== drawn.script;
  if (!isRaised && size === drawn.size && time === drawn.time) return undefined;
  return {
    kind: 'draw',
    ...(script === drawn.script ? {} : { script }),
    ...(size === drawn.size ? {} : { size }),
    ...(isRaised ? { raise } : {}),
    time,
  };
}
