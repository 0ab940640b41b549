/** SubStation Alpha as it was made, with styles and overrides, for programs that draw it. */
import { linesOf } from './lines.ts';

/** A track of SubStation Alpha, or a part of one. */
export interface Script {
  /** All sections but the events, then the beginning of `[Events]` with the names of the fields. */
  readonly header: string;
  /** `Dialogue` lines, in the order in which they were written. */
  readonly events: readonly string[];
}

/** The fields of an event, named as in the `Format` line of the section (Advanced SubStation Alpha, v4.00+). */
const eventFields = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';

/** The header of a track inside of Matroska, which has the sections of the file and may have the first of its events. */
export function scriptHeader(text: string): string {
  const kept: string[] = [];
  let isEvents = false;
  for (const line of linesOf(text)) {
    if (line.startsWith('[')) isEvents = /^\[Events\]/i.test(line);
    if (!isEvents) kept.push(line);
  }
  return `${kept.join('\n').trimEnd()}\n\n[Events]\nFormat: ${eventFields}`;
}

/**
 * The line of an event inside of Matroska, and its place in the order of the file. `event`: read order, layer, style,
 * name, three margins, effect, text.
 */
export function scriptEvent(event: string, start: number, end: number) {
  const [order = '', layer = '', ...rest] = event.replace(/[\r\n\0]+/g, ' ').split(',');
  return { order: Number(order) || 0, line: `Dialogue: ${layer},${printTime(start)},${printTime(end)},${rest.join()}` };
}

/** The file of a track. */
export function joinScript({ header, events }: Script): string {
  return `${header}\n${events.join('\n')}\n`;
}

/** `1:02:03.45`; parts of a second are hundredths. */
function printTime(seconds: number): string {
  const hundredths = Math.round(Math.max(0, seconds) * 100);
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${Math.floor(hundredths / 360_000)}:${pad((hundredths / 6_000) % 60)}:${pad((hundredths / 100) % 60)}.${pad(hundredths % 100)}`;
}
