/**
 * Reads WebVTT whose cues are addresses of pictures (W3C WebVTT, section 4; Media Fragments URI 1.0, section 4.2.2, for
 * the parts). It has its own reader, because subtitle parsers would turn the addresses into marked-up text. Pure. [SD1]
 */
import { maxRead, NoStoryboard, type Part, type Picture, sheetAt } from './storyboard.ts';

const timing = /^\s*((?:\d{1,4}:)?\d{1,2}:\d{1,2}\.\d{3})[ \t]+-->[ \t]+(?:\d{1,4}:)?\d{1,2}:\d{1,2}\.\d{3}/;

/** @throws NoStoryboard if the text is no WebVTT */
export function readVtt(text: string, base: URL): Picture[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) throw new NoStoryboard();
  const pictures: Picture[] = [];
  let startSeconds: number | undefined;
  for (const line of lines) {
    const [, start] = timing.exec(line) ?? [];
    if (start !== undefined) startSeconds = secondsOf(start);
    else if (startSeconds !== undefined) {
      // The address is the first line of a cue.
      const picture = pictureOf(line.trim(), base, startSeconds);
      if (picture) pictures.push(picture);
      startSeconds = undefined;
    }
    if (pictures.length === maxRead) break;
  }
  return pictures;
}

function pictureOf(address: string, base: URL, startSeconds: number): Picture | undefined {
  const url = address === '' ? undefined : sheetAt(address, base);
  if (!url) return undefined;
  const fragment = new URLSearchParams(url.hash.slice(1)).get('xywh');
  const sheet = new URL(url);
  sheet.hash = '';
  if (fragment === null) return { startSeconds, sheet };
  const part = partOf(fragment);
  return part && { startSeconds, sheet, part };
}

/** Parts in percent would need the size of the picture, which is not read here. */
function partOf(text: string): Part | undefined {
  const match = /^(?:pixel:)?(\d{1,5}),(\d{1,5}),(\d{1,5}),(\d{1,5})$/.exec(text.trim());
  const [x = 0, y = 0, width = 0, height = 0] = (match ?? []).slice(1).map(Number);
  return match ? { x, y, width, height } : undefined;
}

function secondsOf(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
