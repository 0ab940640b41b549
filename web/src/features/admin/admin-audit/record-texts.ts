import type { AuditRecord } from '@matinee/contract/gen/api.ts';

/** One detail of a record. */
export interface DetailLine {
  readonly name: string;
  readonly value: unknown;
}

/** The details that are listed first, in this order; the others follow. */
const order = ['username', 'name', 'newName', 'role', 'from', 'to', 'reason', 'until'];
/** Details that only programs need. */
const unsaid = new Set(['version']);

/** The target of an action: its name, and the page of the administration that shows it. */
export interface RecordTarget {
  readonly name: string;
  readonly page: 'users' | 'rooms' | undefined;
}

type TargetParts = Pick<AuditRecord, 'target' | 'details'> & Partial<Pick<AuditRecord, 'actor_id' | 'actor_name'>>;

/**
 * Reads the target of a record. For an action on one's own account, the target has the actor's name. Without the name
 * of a user or room, the target's id or key serves as its name. Pure. [WU4]
 */
export function targetOf({ target, details, actor_id, actor_name }: TargetParts): RecordTarget {
  const page = target.startsWith('usr_') ? 'users' : target.startsWith('room_') ? 'rooms' : undefined;
  const names =
    page === 'users'
      ? [details?.['username'], details?.['to'], target === actor_id ? actor_name : undefined]
      : [details?.['name']];
  const name = page && names.find((value) => typeof value === 'string');
  return { name: typeof name === 'string' ? name : target, page };
}

/** The details of a record besides its target, the most important first. Pure. [WU4] */
export function linesOf(record: TargetParts): DetailLine[] {
  const details = record.details ?? {};
  const { name: targetName } = targetOf(record);
  const place = (name: string) => (order.indexOf(name) + 1 || order.length + 1) - 1;
  return Object.entries(details)
    .filter(([name, value]) => value !== targetName && !(name === 'user' && 'username' in details))
    .filter(([name, value]) => !unsaid.has(name) && !(name === 'via' && value === 'update') && !isNothing(value))
    .sort(([a], [b]) => place(a) - place(b))
    .map(([name, value]) => ({ name, value }));
}

function isNothing(value: unknown): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

/**
 * The days from `from` to `to`, both included, as times in the reader's zone. An empty or impossible day sets no limit.
 * Pure. [WU4]
 */
export function spanOf(from: string, to: string): { from?: string; before?: string } {
  const start = new Date(`${from}T00:00:00`);
  const end = new Date(`${to}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return {
    ...(Number.isNaN(start.getTime()) ? {} : { from: start.toISOString() }),
    ...(Number.isNaN(end.getTime()) ? {} : { before: end.toISOString() }),
  };
}
