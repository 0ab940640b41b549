/** Pages of long lists. */
import type { Command } from 'commander';
import { Failure } from './failure.ts';
import { tell } from './output.ts';

export interface PageOptions {
  readonly page?: string;
  readonly pageSize?: string;
}

export function withPages(command: Command): Command {
  return command
    .option('--page <number>', 'page, from 1')
    .option('--page-size <number>', 'entries on a page, 100 at most');
}

/** @throws Failure `usage` for anything but a number. */
export function pageOf({ page, pageSize }: PageOptions): { page: number; pageSize: number } {
  return { page: wholeNumber('--page', page), pageSize: wholeNumber('--page-size', pageSize) };
}

/**
 * A whole number of at least 1; 0 when the option is absent.
 * @throws Failure `usage`
 */
export function wholeNumber(name: string, text: string | undefined): number {
  if (text === undefined) return 0;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Failure('usage', `${name} ${text}: is not a number from 1`);
}

/** Prints on standard error that there are more pages, so that one page is not mistaken for the whole list. */
export function tellMore(shown: number, total: number, options: PageOptions): void {
  const { page, pageSize } = pageOf(options);
  const before = ((page || 1) - 1) * (pageSize || 20);
  if (before + shown < total) tell(`${before + 1}–${before + shown} of ${total}; --page ${(page || 1) + 1} shows more`);
}
