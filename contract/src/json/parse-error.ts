/** What is wrong with a request, field by field. */

/** One refused field. `field` is its path as the caller wrote it, `attachments[2].id`; empty for the request itself. */
export interface JsonViolation {
  readonly field: string;
  readonly reason: string;
}

/** Violations that one answer names; a hostile request gets no longer answer than an honest one. */
export const maxViolations = 20;

/** JSON or a query that is not the message it should be: the only error of `parseJson` and `parseQuery`. */
export class JsonParseError extends Error {
  override readonly name = 'JsonParseError';
  readonly violations: readonly JsonViolation[];

  constructor(violations: readonly JsonViolation[]) {
    super(violations.map(({ field, reason }) => (field === '' ? reason : `${field}: ${reason}`)).join('; '));
    this.violations = violations;
  }
}

/** Collects violations while a request is read, so that all of them are told at once. */
export class Refusals {
  readonly #list: JsonViolation[] = [];

  /** True when the answer names as many as it can: finding out more about others would be in vain. */
  get isFull(): boolean {
    return this.#list.length >= maxViolations;
  }

  /** Notes that the value at `path` is refused. Gives `undefined`, which then stands in the place of the value. */
  refuse(path: string, reason: string): undefined {
    if (!this.isFull) this.#list.push({ field: path, reason });
    return undefined;
  }

  /** @throws JsonParseError when anything was refused. */
  settle(): void {
    if (this.#list.length > 0) throw new JsonParseError(this.#list);
  }
}

/** Longest name that is repeated to the caller, in characters. */
const maxShownName = 64;

/** `parent.name`, or `name` at the top. */
export function childPath(path: string, name: string): string {
  const shown = name.length > maxShownName ? `${name.slice(0, maxShownName)}…` : name;
  return path === '' ? shown : `${path}.${shown}`;
}
