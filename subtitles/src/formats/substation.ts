import { type Cue, cueOf, maxCues } from '../cue.ts';
import { linesOf } from '../lines.ts';
import { escapeText } from '../markup.ts';

/** The default fields of an event, named as in the `Format` line of the section (Advanced SubStation Alpha, v4.00+). */
const defaultFields = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';
/** Longest line that is read, in characters. Lines with drawings take tens of thousands. */
const maxLine = 100_000;

/** True for a file of SubStation Alpha, old or advanced. */
export function isSubStation(file: string): boolean {
  return /^\s*\[(?:Script Info|Events)\]/i.test(file.slice(0, 1_000));
}

/** Reads the dialogue of SubStation Alpha, old or advanced. Leaves out styles, positions and drawings. */
export function readSubStation(file: string): readonly Cue[] {
  const cues: Cue[] = [];
  let fields = fieldsOf(defaultFields);
  let isEvents = false;
  for (const line of linesOf(file)) {
    if (line.startsWith('[')) isEvents = /^\[Events\]/i.test(line);
    if (!isEvents) continue;
    const [, kind, rest = ''] = /^(Format|Dialogue): ?(.*)$/i.exec(line.slice(0, maxLine)) ?? [];
    if (cues.length >= maxCues) break;
    if (kind?.toLowerCase() === 'format') fields = fieldsOf(rest);
    else if (kind !== undefined) cues.push(...readEvent(fields, rest));
  }
  return cues;
}

function fieldsOf(format: string): readonly string[] {
  return format.split(',').map((field) => field.trim().toLowerCase());
}

/** The text is the last field and may have commas. */
function readEvent(fields: readonly string[], line: string): readonly Cue[] {
  const parts = line.split(',');
  const at = (name: string) => parts[fields.indexOf(name)]?.trim() ?? '';
  const text = parts.slice(fields.length - 1).join(',');
  return cueOf(secondsOf(at('start')), secondsOf(at('end')), dialogueText(text));
}

/** `1:02:03.45`; parts of a second are hundredths. */
function secondsOf(time: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)$/.exec(time) ?? [];
  return seconds === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** The text of an event without override blocks such as `{\pos(1,2)}`, and without drawings between `{\p1}` and `{\p0}`. */
export function dialogueText(text: string): string {
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
  return escapeText(plain.replace(/\\[Nn]/g, '\n').replaceAll('\\h', '\u00a0'));
}
