import { type Cue, cueOf, maxCues } from '../cue.ts';
import { linesOf } from '../lines.ts';
import { readMarkup } from '../markup.ts';

/** Longest timing line: two times, an arrow and settings. */
const maxTimingLine = 200;
/** Longest body that is gathered, in characters. Of a longer one, the rest is not shown. */
const maxBody = 10_000;

const timing =
  /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2}(?:[.,]\d{1,3})?)\s*-->\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2}(?:[.,]\d{1,3})?)/;

/** Reads WebVTT (W3C WebVTT 1, section 4.1) and SubRip, which differ in nothing that matters for texts and times. */
export function readBlocks(file: string): readonly Cue[] {
  const cues: Cue[] = [];
  let open: { readonly start: number; readonly end: number; readonly body: string[]; length: number } | undefined;
  const close = () => {
    if (open) cues.push(...cueOf(open.start, open.end, readMarkup(open.body.join('\n'))));
    open = undefined;
  };
  for (const line of linesOf(file)) {
    if (cues.length >= maxCues) break;
    const times = line.includes('-->') ? timesOf(line) : undefined;
    if (times) {
      // If no empty line separates two cues, the last line of the body is the number of the next cue.
      if (open && /^\d+\s*$/.test(open.body.at(-1)?.slice(0, 12) ?? '')) open.body.pop();
      close();
      open = { ...times, body: [], length: 0 };
    } else if (/^[ \t]*$/.test(line.slice(0, maxTimingLine))) close();
    else if (open && open.length < maxBody) {
      open.body.push(line.slice(0, maxBody));
      open.length += line.length;
    }
  }
  close();
  return cues;
}

function timesOf(line: string): Pick<Cue, 'start' | 'end'> | undefined {
  const [found, h1, m1, s1, h2, m2, s2] = timing.exec(line.slice(0, maxTimingLine)) ?? [];
  return found === undefined ? undefined : { start: secondsOf(h1, m1, s1), end: secondsOf(h2, m2, s2) };
}

function secondsOf(hours = '0', minutes = '0', seconds = '0'): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}
