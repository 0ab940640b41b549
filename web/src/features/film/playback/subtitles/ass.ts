import type { Cue } from './cue.ts';

/** The default fields of an event, named as in the `Format` line of the section (Advanced SubStation Alpha, v4.00+). */
const defaultFields = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';

/**
 * Longest line that is read, in characters, and most cues. Lines with drawings take tens of thousands of characters.
 */
const maxLine = 100_000;
const maxCues = 100_000;

/** True for a file of SubStation Alpha, old or advanced. */
export function isAss(file: string): boolean {
  return /^\uFEFF?\s*\[Script Info\]/i.test(file);
}

/**
 * Reads the dialogue of a SubStation Alpha file as plain text, in the order of time. Leaves out styles, positions and
 * drawings. [SY35]
 */
export function readAss(file: string): readonly Cue[] {
  const cues: Cue[] = [];
  let fields = fieldsOf(defaultFields);
  let isEvents = false;
  for (const line of file.split(/\r\n|\r|\n/)) {
    if (line.startsWith('[')) isEvents = /^\[Events\]/i.test(line);
    if (!isEvents) continue;
    const [, kind, rest] = /^(Format|Dialogue): ?(.*)$/i.exec(line.slice(0, maxLine)) ?? [];
    if (cues.length >= maxCues) break;
    if (kind?.toLowerCase() === 'format') fields = fieldsOf(rest ?? '');
    else if (rest !== undefined) cues.push(...cueOf(fields, rest));
  }
  return cues.sort((a, b) => a.start - b.start);
}

function fieldsOf(format: string): readonly string[] {
  return format.split(',').map((field) => field.trim().toLowerCase());
}

/** The text is the last field and may have commas. */
function cueOf(fields: readonly string[], line: string): readonly Cue[] {
  const parts = line.split(',');
  const last = fields.length - 1;
  const at = (name: string) => parts[fields.indexOf(name)]?.trim() ?? '';
  const start = secondsOf(at('start'));
  const end = secondsOf(at('end'));
  const text = plainText(parts.slice(last).join(','));
  return start === undefined || end === undefined || text === '' ? [] : [{ start, end, text }];
}

/** `1:02:03.45`; parts of a second are hundredths. */
function secondsOf(time: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)$/.exec(time) ?? [];
  return seconds === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** The text without override blocks such as `{\i1}`, and without drawings between `{\p1}` and `{\p0}`. */
function plainText(text: string): string {
  let isDrawing = false;
  let plain = '';
  for (let place = 0; place < text.length; ) {
    const open = text.indexOf('{', place);
    const close = open < 0 ? -1 : text.indexOf('}', open);
    // An opening brace without a closing one is plain text.
    const end = close < 0 ? text.length : open;
    if (!isDrawing) plain += text.slice(place, end);
    if (close < 0) break;
    const [, scale] = /\\p(\d+)/.exec(text.slice(open, close)) ?? [];
    if (scale !== undefined) isDrawing = scale !== '0';
    place = close + 1;
  }
  return plain
    .replace(/\\[Nn]/g, '\n')
    .replace(/\\h/g, '\u00a0')
    .trim();
}
