import { ReadyAnswer } from '@matinee/contract/gen/service/client/ready_checks_pb.ts';

/** How long a check lasts at most, in milliseconds. [RY6] */
export const lifeMs = 5 * 60_000;

/** A person who is away for less than this time (ms) still counts: they are reloading the page. [RY4] */
export const graceMs = 10_000;

/** A person who is connected to the room. */
export interface Attendant {
  readonly id: string;
  readonly name: string;
  readonly isGuest: boolean;
}

/** A person in a check, as stored. */
export interface CheckPerson extends Attendant {
  /** Null: no answer yet. */
  readonly answer: ReadyAnswer | null;
  /** Since when they are away, in milliseconds since 1970; null: they are connected. */
  readonly goneSinceMs: number | null;
  /** True: the person counts. */
  readonly isPresent: boolean;
}

/** A check: the people asked, and their answers. */
export interface ReadyCheck {
  readonly id: string;
  readonly mediaId: string;
  readonly starterId: string;
  readonly starterName: string;
  readonly endsAtMs: number;
  readonly people: readonly CheckPerson[];
}

/**
 * Updates who is connected. Keeps the answers of people who leave, in case they return; removes people who leave
 * without an answer, so that visitors do not make the check grow. Pure. [RY4]
 */
export function withAttendants(check: ReadyCheck, attendants: readonly Attendant[], nowMs: number): ReadyCheck {
  const byId = new Map(attendants.map((person) => [person.id, person]));
  const known = check.people.map((person): CheckPerson => {
    const here = byId.get(person.id);
    byId.delete(person.id);
    if (here) return { ...person, name: here.name, goneSinceMs: null, isPresent: true };
    const goneSinceMs = person.goneSinceMs ?? nowMs;
    return { ...person, goneSinceMs, isPresent: nowMs - goneSinceMs < graceMs };
  });
  const added = [...byId.values()].map(
    (person): CheckPerson => ({ ...person, answer: null, goneSinceMs: null, isPresent: true }),
  );
  const kept = known.filter(({ isPresent, answer }) => isPresent || answer !== null);
  return { ...check, people: [...kept, ...added] };
}

/**
 * Stores an answer. A person who answers counts as present, even if this replica has not heard of them yet. Pure. [RY2]
 */
export function withAnswer(check: ReadyCheck, by: Attendant, answer: ReadyAnswer, nowMs: number): ReadyCheck {
  if (check.people.some(({ id }) => id === by.id))
    return { ...check, people: check.people.map((person) => (person.id === by.id ? { ...person, answer } : person)) };
  return { ...check, people: [...check.people, { ...by, answer, goneSinceMs: nowMs, isPresent: true }] };
}

/** The people who count. Pure. [RY4] */
export function presentIn(check: ReadyCheck): readonly CheckPerson[] {
  return check.people.filter(({ isPresent }) => isPresent);
}

/** True when at least `least` people are present and all of them are ready. Pure. [RY3] */
export function areAllReady(check: ReadyCheck, least: number): boolean {
  const present = presentIn(check);
  return present.length >= least && present.every(({ answer }) => answer === ReadyAnswer.READY);
}
