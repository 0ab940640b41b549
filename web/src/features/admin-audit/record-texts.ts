import type { AuditRecord } from '@matinee/contract/gen/api.ts';

/** One thing that a record says about what was done. */
export interface DetailLine {
  readonly name: string;
  readonly value: string;
}

/** Longest value that a list shows, in characters. */
const maxLength = 120;

/** What a record was done to: its name, and the page of the administration that shows it. */
export interface RecordTarget {
  readonly name: string;
  readonly page: 'users' | 'rooms' | undefined;
}

/** Reads the target of a record; where the record names no user or room, its id or key is the name. Pure. [WU4] */
export function targetOf({ target, details }: Pick<AuditRecord, 'target' | 'details'>): RecordTarget {
  const page = target.startsWith('usr_') ? 'users' : target.startsWith('room_') ? 'rooms' : undefined;
  const names = page === 'users' ? [details?.['username'], details?.['to']] : [details?.['name']];
  const name = page && names.find((value) => typeof value === 'string');
  return { name: typeof name === 'string' ? name : target, page };
}

/** What a record adds to its target, as short lines. Pure. [WU4] */
export function linesOf(record: Pick<AuditRecord, 'target' | 'details'>): DetailLine[] {
  const details = record.details ?? {};
  const { name: targetName } = targetOf(record);
  return Object.entries(details)
    .filter(([name, value]) => value !== targetName && !(name === 'user' && 'username' in details))
    .map(([name, value]) => ({ name, value: shorten(value) }))
    .filter(({ value }) => value !== '' && value !== '{}');
}

function shorten(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** The days from `from` to `to`, both included, as times of the reader's zone. Empty or impossible days leave that side open. Pure. [WU4] */
export function spanOf(from: string, to: string): { from?: string; before?: string } {
  const start = new Date(`${from}T00:00:00`);
  const end = new Date(`${to}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return {
    ...(Number.isNaN(start.getTime()) ? {} : { from: start.toISOString() }),
    ...(Number.isNaN(end.getTime()) ? {} : { before: end.toISOString() }),
  };
}
