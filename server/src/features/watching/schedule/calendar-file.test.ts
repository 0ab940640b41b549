import fc from 'fast-check';
import ICAL, { type Event } from 'ical.js';
import { expect, test } from 'vitest';
import { type CalendarEvent, calendarFile } from './calendar-file.ts';

const event: CalendarEvent = {
  uid: 'sch_1@watch.example.org',
  sequence: 3,
  madeAt: new Date('2026-11-22T10:00:00.123Z'),
  startsAt: new Date('2026-11-27T19:00:00Z'),
  durationSeconds: 5_400.2,
  title: 'Film night',
  note: 'Bring popcorn',
  url: 'https://watch.example.org/r/room_1',
};

/** The only event of a file, read by a third-party parser. */
function read(file: string): Event {
  const calendar = new ICAL.Component(ICAL.parse(file));
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vevent']);
  return new ICAL.Event(calendar.getAllSubcomponents()[0]!);
}

test('[SH9] a parser reads what the event says', () => {
  const found = read(calendarFile(event));
  expect(found.uid).toBe(event.uid);
  expect(found.sequence).toBe(3);
  expect(found.startDate.toJSDate()).toEqual(event.startsAt);
  expect(found.startDate.zone.tzid).toBe('UTC');
  expect(found.duration.toSeconds()).toBe(5_401);
  expect(found.summary).toBe('Film night');
  expect(found.description).toBe(`Bring popcorn\n\n${event.url}`);
  expect(found.component.getFirstPropertyValue('url')).toBe(event.url);
  expect(String(found.component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-22T10:00:00Z');
});

test('[SH9] without a known length there is none', () => {
  expect(calendarFile({ ...event, durationSeconds: undefined })).not.toContain('DURATION');
});

test('[SH9] a title cannot end its line or the event', () => {
  const title = 'a\r\nEND:VEVENT\r\nBEGIN:VALARM\nATTACH;X=1:https://evil.example.org,\\n;\u2028b\u0000';
  const found = read(calendarFile({ ...event, title }));
  expect(found.summary).toBe('a\nEND:VEVENT\nBEGIN:VALARM\nATTACH;X=1:https://evil.example.org,\\n;\nb');
  expect(found.component.getAllProperties().map(({ name }) => name)).not.toContain('attach');
});

test('[SH9] whatever title and note contain, a parser reads them back, in lines of at most 75 octets', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', ',', ';', '\\', ':', '"', ' ', '\n', 'é', '日', '🎬', '👩‍👩‍👧'),
    maxLength: 120,
  });
  fc.assert(
    fc.property(text, text, (title, note) => {
      const file = calendarFile({ ...event, title, note });
      const lines = file.split('\r\n');
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
      expect(file).not.toMatch(/[^\r]\n|\ufffd/);
      const found = read(file);
      expect(found.summary).toBe(title);
      expect(found.description).toBe(note === '' ? event.url : `${note}\n\n${event.url}`);
    }),
    { numRuns: 300 },
  );
});
