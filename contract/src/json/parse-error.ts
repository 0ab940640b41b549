/** Describes the faults of a request, field by field. */
import type { FieldViolation, Reason } from '../reasons.ts';

/** Most violations in one answer, so that a hostile request cannot make answers long. */
export const maxViolations = 20;

/** JSON or a query that does not fit the message. `parseJson` and `parseQuery` throw no other error. */
export class JsonParseError extends Error {
  override readonly name = 'JsonParseError';
  readonly violations: readonly FieldViolation[];

  constructor(violations: readonly FieldViolation[]) {
    super(
      violations.map(({ field, description }) => (field === '' ? description : `${field}: ${description}`)).join('; '),
    );
    this.violations = violations;
  }
}

/** Collects violations while a request is read, so that one answer names them all. */
export class Refusals {
  readonly #list: FieldViolation[] = [];

  /** True when the answer already has as many violations as it can name, so that looking for more is useless. */
  get isFull(): boolean {
    return this.#list.length >= maxViolations;
  }

  /** Records that the value at `path` is refused. Returns `undefined` as a placeholder for the value. */
  refuse(path: string, reason: Reason): undefined {
    if (!this.isFull) this.#list.push({ field: path, ...reason });
    return undefined;
  }

  /** @throws JsonParseError when any value was refused. */
  settle(): void {
    if (this.#list.length > 0) throw new JsonParseError(this.#list);
  }
}

/** Longest name that an error repeats to the caller, in characters. */
const maxShownName = 64;

/** `parent.name`, or `name` at the top. */
export function childPath(path: string, name: string): string {
  const shown = name.length > maxShownName ? `${name.slice(0, maxShownName)}…` : name;
  return path === '' ? shown : `${path}.${shown}`;
}
