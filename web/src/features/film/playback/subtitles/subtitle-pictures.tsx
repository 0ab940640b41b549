import type { FilmSubtitlesPicture, FilmSubtitlesPicturePart } from '@matinee/contract/gen/api.ts';
import type { CSSProperties } from 'react';
import { pictureAt } from './picture-at.ts';

export interface SubtitlePicturesProps {
  /** In the order in which they are shown. */
  readonly pictures: readonly FilmSubtitlesPicture[];
  /** The place of the film. */
  readonly seconds: number;
  /** Width of the film's picture through its height; undefined: not known yet. */
  readonly aspect: number | undefined;
  /** True while the controls cover the lower edge of the film. */
  readonly isRaised: boolean;
}

/**
 * Draws subtitles that are pictures, as wide against the film as they were made. Films are often cut at their upper and
 * lower edge, so a picture keeps its place against the nearer edge of what is seen. [SY85]
 */
export function SubtitlePictures({ pictures, seconds, aspect, isRaised }: SubtitlePicturesProps) {
  const picture = pictureAt(pictures, seconds);
  if (!picture) return null;
  const { screen_width: width, screen_height: height, parts } = picture;
  const shape = aspect ?? width / height;
  const box = { width: `min(100cqw, 100cqh * ${shape})`, height: `min(100cqh, 100cqw * ${height / width})` };
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center" aria-hidden="true">
      <div className="relative" style={box}>
        {parts.map((part) => (
          <img
            key={`${part.x} ${part.y}`}
            alt=""
            src={`data:image/png;base64,${part.png}`}
            className="absolute h-auto transition-[margin]"
            style={placeOf(part, width, height, isRaised)}
          />
        ))}
      </div>
    </div>
  );
}

function placeOf(
  { x, y, width, height }: FilmSubtitlesPicturePart,
  screenWidth: number,
  screenHeight: number,
  isRaised: boolean,
): CSSProperties {
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  const across = { left: percent(x, screenWidth), width: percent(width, screenWidth) };
  const isLow = y + height / 2 > screenHeight / 2;
  if (!isLow) return { ...across, top: percent(y, screenHeight) };
  return { ...across, bottom: percent(screenHeight - y - height, screenHeight), marginBottom: isRaised ? '5rem' : 0 };
}
