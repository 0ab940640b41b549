import type { StoryboardDocument, StoryboardPicture } from '@matinee/contract/gen/api.ts';
import type { Api } from '../../../../../client/calls/api.ts';

/** How long the addresses of sheets are used, in milliseconds. They are valid for half an hour. */
const servesMs = 25 * 60_000;
/** Most sheets that are kept. Each takes some megabytes when it is decoded. */
const maxSheets = 8;

/** Upstream's own pictures of a film. */
export interface Storyboard {
  readonly pictures: readonly StoryboardPicture[];
  /** The sheet of a picture. @throws when it cannot be loaded */
  loadSheet(picture: StoryboardPicture): Promise<HTMLImageElement>;
}

/** The last storyboard. A person who looks for a place asks for it again and again. */
let kept:
  | { readonly path: string; readonly untilMs: number; readonly storyboard: Promise<Storyboard | undefined> }
  | undefined;

/** Loads the pictures of the document at `path`; undefined: upstream has none, or they cannot be loaded now. */
export function loadStoryboard(api: Pick<Api, 'load'>, path: string): Promise<Storyboard | undefined> {
  if (kept?.path === path && kept.untilMs > performance.now()) return kept.storyboard;
  const storyboard = ask(api, path).catch(() => undefined);
  kept = { path, untilMs: performance.now() + servesMs, storyboard };
  return storyboard;
}

async function ask(api: Pick<Api, 'load'>, path: string): Promise<Storyboard | undefined> {
  const answer = await api.load(path);
  if (!answer.ok) return undefined;
  const { sheets, pictures }: StoryboardDocument = await answer.json();
  const loaded = new Map<string, Promise<HTMLImageElement>>();
  return pictures.length === 0
    ? undefined
    : {
        pictures,
        loadSheet({ sheet }) {
          const url = sheets[sheet]!;
          const image = loaded.get(url) ?? loadImage(url);
          loaded.delete(url);
          loaded.set(url, image);
          image.catch(() => loaded.delete(url));
          if (loaded.size > maxSheets) loaded.delete(loaded.keys().next().value!);
          return image;
        },
      };
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** The picture for `seconds`. Before the first picture, the first one. Pure. */
export function pictureAt(pictures: readonly StoryboardPicture[], seconds: number): StoryboardPicture | undefined {
  let [first, end] = [0, pictures.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (pictures[middle]!.start_seconds <= seconds) first = middle + 1;
    else end = middle;
  }
  return pictures[Math.max(0, first - 1)];
}

/** The part of a sheet that shows a picture; undefined: it is outside of the sheet. Pure. */
export function partOf(
  { x, y, width, height }: StoryboardPicture,
  sheet: { readonly naturalWidth: number; readonly naturalHeight: number },
): { x: number; y: number; width: number; height: number } | undefined {
  if (width === 0) return { x: 0, y: 0, width: sheet.naturalWidth, height: sheet.naturalHeight };
  const isInside = x + width <= sheet.naturalWidth && y + height <= sheet.naturalHeight;
  return isInside ? { x, y, width, height } : undefined;
}
