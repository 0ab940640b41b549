import { joinScript, type Script } from '@matinee/subtitles/script.ts';
import { useEffect, useRef, useState } from 'react';
import type { RoomConnection } from '../../../../../client/room/room.ts';
import type { FilmPort } from '../../sync/media-port.ts';
import type { FilmView } from '../film-view.ts';
import { type SubtitleSize, type Subtitles, subtitleSizes } from '../subtitle-choice.ts';
import { type Drawing, type DrawTask, startDrawing } from './drawing.ts';
import { followClock } from './film-clock.ts';
import { loadFilmFonts } from './film-fonts.ts';

export interface StyledSubtitlesProps extends FilmView {
  readonly subtitles: Pick<Subtitles, 'path' | 'drawing' | 'delaySeconds'>;
  /** A file of SubStation Alpha; of a track of the film, what is loaded of it. */
  readonly script: string | Script;
  readonly size: SubtitleSize;
}

/** The shape of a film without a picture. */
const usualAspect = 16 / 9;
/** Most lines that are drawn. More are not seen, and take memory of the graphics card. */
const maxHeight = 1440;
/** Height of the controls, and the most by which texts are raised, as a part of the picture's height. */
const controlsRem = 6;
const maxRaise = 0.4;

/** Draws subtitles of SubStation Alpha over the film's picture, as they were made. [SY89] */
export function StyledSubtitles(props: StyledSubtitlesProps) {
  const { script, size, place, isRaised } = props;
  const { api } = props.room;
  const { film } = props.player;
  const { path, drawing, delaySeconds } = props.subtitles;
  const aspect = props.facts.aspect ?? usualAspect;
  const box = useRef<HTMLDivElement>(null);
  const [show, setShow] = useState<Drawing['show']>();
  // A track goes on in the same drawing while more of it comes; another file is drawn anew.
  const source = path ?? script;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another drawing
  useEffect(() => {
    const area = box.current;
    if (!area) return;
    const ending = new AbortController();
    void begin(area, { api, path, drawing }, ending.signal).then(
      (begun) => ending.signal.aborted || setShow(() => begun),
    );
    return () => {
      ending.abort();
      setShow(undefined);
      drawing.set('loading');
    };
  }, [source]);
  useEffect(() => {
    const text = typeof script === 'string' ? script : joinScript(script);
    const factor = Number.parseFloat(subtitleSizes[size]) / Number.parseFloat(subtitleSizes.normal);
    show?.({ script: { text, factor } });
  }, [show, script, size]);
  useEffect(
    () => (show ? followClock(film, place, (seconds) => show({ time: seconds - delaySeconds })) : undefined),
    [show, film, place, delaySeconds],
  );
  useEffect(
    () => (show && box.current ? followSize(box.current, film, isRaised, show) : undefined),
    [show, film, isRaised],
  );
  return (
    <div data-styled className="pointer-events-none absolute inset-0 grid place-items-center" aria-hidden="true">
      <div
        ref={box}
        style={{ width: `min(100cqw, 100cqh * ${aspect})`, height: `min(100cqh, 100cqw / ${aspect})` }}
        className="*:block *:size-full"
      />
    </div>
  );
}

/** Starts a drawing in `area`, until `signal` aborts. */
async function begin(
  area: HTMLElement,
  { api, path, drawing }: Pick<RoomConnection, 'api'> & Pick<Subtitles, 'path' | 'drawing'>,
  signal: AbortSignal,
): Promise<Drawing['show'] | undefined> {
  const fonts = path === undefined ? [] : await loadFilmFonts(api, path, signal);
  if (signal.aborted) return undefined;
  try {
    const canvas = document.createElement('canvas');
    const worker = new Worker(new URL('./styled-worker.ts', import.meta.url), { type: 'module' });
    const started = startDrawing(worker, canvas.transferControlToOffscreen(), fonts, (next) => {
      if (next === 'failed') canvas.remove();
      drawing.set(next);
    });
    area.append(canvas);
    signal.addEventListener('abort', () => {
      started.stop();
      canvas.remove();
    });
    return started.show;
  } catch {
    // The browser has no workers, or no canvas for them.
    drawing.set('failed');
    return undefined;
  }
}

/** Tells the size of `area` in pixels of the screen, now and when it changes. @returns a function that ends it */
function followSize(
  area: HTMLElement,
  film: FilmPort | undefined,
  isRaised: boolean,
  show: (change: Partial<DrawTask>) => void,
): () => void {
  const tell = () => {
    const { clientWidth, clientHeight } = area;
    const scale = Math.min(devicePixelRatio, maxHeight / clientHeight);
    const [width, height] = [Math.round(clientWidth * scale), Math.round(clientHeight * scale)];
    if (width < 1 || height < 1) return;
    const { videoWidth = 0, videoHeight = 0 } = film instanceof HTMLVideoElement ? film : {};
    const size = { width, height, filmWidth: videoWidth || width, filmHeight: videoHeight || height };
    show({ size, raise: isRaised ? raiseIn(area) : 0 });
  };
  const observer = new ResizeObserver(tell);
  observer.observe(area);
  tell();
  return () => observer.disconnect();
}

/** How far the controls reach into `area`, as a part of its height. */
function raiseIn(area: HTMLElement): number {
  const below = ((area.offsetParent?.clientHeight ?? area.clientHeight) - area.clientHeight) / 2;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.min(maxRaise, Math.max(0, controlsRem * rem - below) / area.clientHeight);
}
