import type { StoryboardPicture } from '@matinee/contract/gen/api.ts';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../../../client/session/session.tsx';
import { FilmPreview } from './film-preview.tsx';
import type { Preview } from './preview.ts';
import { loadStoryboard, partOf, pictureAt, type Storyboard } from './storyboard.ts';

/** The pointer has to stay on the line this long before a picture loads, in milliseconds. */
const restMs = 120;
/** Width at which a picture is drawn, in pixels. The page shows it at half of that. */
const drawnWidth = 320;

export interface LinePreviewProps {
  readonly preview: Preview;
  readonly seconds: number;
}

/** The picture of the film at `seconds`: upstream's own, or one from a second player. [SY64] */
export function LinePreview({ preview: { storyboardPath, film, remuxing }, seconds }: LinePreviewProps) {
  const { api } = useSession();
  const [isResting, setResting] = useState(false);
  /** Undefined: not loaded yet. Null: there is none. */
  const [storyboard, setStoryboard] = useState<Storyboard | null>();
  useEffect(() => {
    const timer = setTimeout(() => setResting(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isResting) return;
    let isOver = false;
    const asked = storyboardPath === undefined ? Promise.resolve(undefined) : loadStoryboard(api, storyboardPath);
    void asked.then((found) => isOver || setStoryboard(found ?? null));
    return () => {
      isOver = true;
    };
  }, [api, storyboardPath, isResting]);
  if (storyboard) return <SheetPicture storyboard={storyboard} picture={pictureAt(storyboard.pictures, seconds)} />;
  return storyboard === null && film ? <FilmPreview key={film.url} {...{ film, remuxing, seconds }} /> : null;
}

interface SheetPictureProps {
  readonly storyboard: Storyboard;
  readonly picture: StoryboardPicture | undefined;
}

/** Shows the last picture until the next one has loaded. */
function SheetPicture({ storyboard, picture }: SheetPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hasPicture, setHasPicture] = useState(false);
  useEffect(() => {
    if (!picture) return;
    let isOver = false;
    storyboard.loadSheet(picture).then(
      (sheet) => isOver || setHasPicture(draw(canvas.current!, sheet, picture)),
      () => isOver || setHasPicture(false),
    );
    return () => {
      isOver = true;
    };
  }, [storyboard, picture]);
  return (
    <div aria-hidden="true">
      <canvas
        ref={canvas}
        data-preview={hasPicture ? 'shown' : 'none'}
        className="mx-auto mb-1 max-h-40 w-40 rounded-control bg-black object-contain data-[preview=none]:hidden"
      />
    </div>
  );
}

/** @returns false when there is nothing to draw */
function draw(canvas: HTMLCanvasElement, sheet: HTMLImageElement, picture: StoryboardPicture): boolean {
  const part = partOf(picture, sheet);
  const context = canvas.getContext('2d');
  if (!part || !context) return false;
  canvas.width = drawnWidth;
  canvas.height = Math.max(1, Math.round((drawnWidth * part.height) / part.width));
  context.drawImage(sheet, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
  return true;
}
