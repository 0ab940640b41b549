/** One event as iCalendar (RFC 5545). */

export interface CalendarEvent {
  /** Identifies the event worldwide, so that calendars update the one that they have. Section 3.8.4.7. */
  readonly uid: string;
  /** Rises with each change of the event. Section 3.8.7.4. */
  readonly sequence: number;
  /** When the file was made. */
  readonly madeAt: Date;
  readonly startsAt: Date;
  /** Undefined: unknown. Calendars then show a moment without length. */
  readonly durationSeconds: number | undefined;
  readonly title: string;
  readonly note: string;
  readonly url: string;
}

/** Most octets in a line, without its end. Section 3.1. */
const maxLineOctets = 75;

/** The file. Lines end with CR and LF. [SH9] */
export function calendarFile(event: CalendarEvent): string {
  const { durationSeconds, note, url } = event;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Matinee//Matinee//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utcOf(event.madeAt)}`,
    `DTSTART:${utcOf(event.startsAt)}`,
    ...(durationSeconds === undefined ? [] : [`DURATION:PT${Math.max(1, Math.ceil(durationSeconds))}S`]),
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(note === '' ? url : `${note}\n\n${url}`)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** `20261127T190000Z`. Section 3.3.5, form 2. */
function utcOf(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Escapes a value of type TEXT and removes characters that could end the line. Section 3.3.11. */
function escapeText(text: string): string {
  const escaped = text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n');
  return [...escaped].filter((character) => character >= ' ' && character !== '\x7f').join('');
}

/** Breaks a long line between characters, never within one. Continuation lines begin with a space. Section 3.1. */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > maxLineOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
