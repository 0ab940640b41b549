/** One thing that a record says about what was done. */
export interface DetailLine {
  readonly name: string;
  readonly value: string;
}

/** Longest value that a list shows, in characters. */
const maxLength = 120;
/** Shown as the name of the target already. */
const asTarget = new Set(['username', 'name']);

/** What a record adds, as short lines. Pure. [WA4] */
export function linesOf(details: Record<string, unknown> | undefined): DetailLine[] {
  return Object.entries(details ?? {})
    .filter(([name, value]) => !asTarget.has(name) && value !== '' && value !== null)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return { name, value: text.length > maxLength ? `${text.slice(0, maxLength)}…` : text };
    });
}

/** The days from `from` to `to`, both included, as times of the reader's zone. Empty or impossible days leave that side open. Pure. [WA4] */
export function spanOf(from: string, to: string): { from?: string; before?: string } {
  const start = new Date(`${from}T00:00:00`);
  const end = new Date(`${to}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return {
    ...(Number.isNaN(start.getTime()) ? {} : { from: start.toISOString() }),
    ...(Number.isNaN(end.getTime()) ? {} : { before: end.toISOString() }),
  };
}
