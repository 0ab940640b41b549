import { type Cue, cueOf, maxCues } from '../cue.ts';
import { linesOf } from '../lines.ts';
import { escapeText } from '../markup.ts';

/** Frames a second of most films, for files that name none. */
const usualRate = 23.976;
const maxLine = 5_000;

const event = /^\{(\d{1,9})\}\{(\d{1,9})\}(.*)$/;

/** True for a file whose first line is an event of MicroDVD, such as `{25}{75}Hello`. */
export function isMicroDvd(file: string): boolean {
  const [first = ''] = linesOf(file.slice(0, 1_000).trimStart());
  return event.test(first);
}

/**
 * Reads MicroDVD, which counts frames. The first event may name the frames a second: `{1}{1}25`.
 * @param frameRate frames a second of the film, for files that name none
 */
export function readMicroDvd(file: string, frameRate = usualRate): readonly Cue[] {
  const cues: Cue[] = [];
  let rate = frameRate;
  let isFirst = true;
  for (const line of linesOf(file)) {
    if (cues.length >= maxCues) break;
    const [, start, end, text] = event.exec(line.slice(0, maxLine).trimStart()) ?? [];
    if (text === undefined) continue;
    const named = isFirst && Number(start) <= 1 && Number(end) <= 1 ? Number(text.trim().replace(',', '.')) : 0;
    isFirst = false;
    if (named > 0 && named < 1_000) rate = named;
    else cues.push(...cueOf(Number(start) / rate, Number(end) / rate, readText(text)));
  }
  return cues;
}

/** Lines are parted by `|`, and have codes such as `{y:i}` or `{c:$ff0000}` in front. */
function readText(text: string): string {
  return text
    .split('|')
    .map((line) => escapeText(line.replace(/\{[a-zA-Z]:[^{}]{0,50}\}/g, '').replace(/^\//, '')))
    .join('\n');
}
