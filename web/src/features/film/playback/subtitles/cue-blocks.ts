import type { Cue } from './cue.ts';

/** A timing line is at most this long: two times, an arrow and settings. */
const maxTimingLine = 200;
/** Most cues that are read: a film of three hours has about three thousand. */
const maxCues = 100_000;
/** Longest body that is read, in characters; the rest is not shown. */
const maxBody = 5_000;

const timing =
  /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2}(?:[.,]\d{1,3})?)\s*-->\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2}(?:[.,]\d{1,3})?)/;

/**
 * Reads the blocks of WebVTT (W3C WebVTT 1, section 4.1) or SubRip in one pass over the file. Bodies stay as they are.
 */
export function readBlocks(file: string): readonly Cue[] {
  const cues: Cue[] = [];
  let open: { readonly start: number; readonly end: number; readonly body: string[]; length: number } | undefined;
  const close = () => {
    if (open) cues.push({ start: open.start, end: open.end, text: open.body.join('\n').slice(0, maxBody) });
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
    } else if (line === '') close();
    else if (open && open.length < maxBody) {
      open.body.push(line);
      open.length += line.length;
    }
  }
  close();
  return cues;
}

/** The lines of a file, one after the other. */
function* linesOf(file: string): Generator<string> {
  let start = 0;
  while (start <= file.length) {
    const end = nextBreak(file, start);
    yield file.slice(start, end);
    start = end + (file[end] === '\r' && file[end + 1] === '\n' ? 2 : 1);
  }
}

function nextBreak(file: string, start: number): number {
  for (let place = start; place < file.length; place += 1) {
    const code = file.charCodeAt(place);
    if (code === 10 || code === 13) return place;
  }
  return file.length;
}

function timesOf(line: string): Pick<Cue, 'start' | 'end'> | undefined {
  const [found, h1, m1, s1, h2, m2, s2] = timing.exec(line.slice(0, maxTimingLine)) ?? [];
  if (found === undefined) return undefined;
  const start = secondsOf(h1, m1, s1);
  const end = secondsOf(h2, m2, s2);
  return end > start ? { start, end } : undefined;
}

function secondsOf(hours = '0', minutes = '0', seconds = '0'): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}
