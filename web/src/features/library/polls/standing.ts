import type { Poll, PollOption } from '@matinee/contract/gen/api.ts';

/** The result of an ended poll. */
export type Outcome =
  | { readonly kind: 'nobody' }
  /** `isDrawn`: drawn by lot among the options with the most votes. */
  | { readonly kind: 'winner'; readonly winner: PollOption; readonly isDrawn: boolean }
  | { readonly kind: 'tie'; readonly tied: readonly PollOption[] };

/** Pure. [WPO4] */
export function outcomeOf({ options, drawn_option }: Poll): Outcome {
  const most = Math.max(...options.map(({ votes }) => votes));
  if (most <= 0) return { kind: 'nobody' };
  const tied = options.filter(({ votes }) => votes === most);
  const drawn = tied.find(({ number }) => number === drawn_option);
  const winner = drawn ?? (tied.length === 1 ? tied[0] : undefined);
  return winner ? { kind: 'winner', winner, isDrawn: drawn !== undefined } : { kind: 'tie', tied };
}

/** Percentage of the voters who chose the option. Pure. */
export function shareOf({ votes }: PollOption, { voter_count }: Poll): number {
  return voter_count > 0 ? Math.round((votes / voter_count) * 100) : 0;
}

/** Time that an ended poll stays above the chat, in milliseconds. */
const shownMs = 15 * 60_000;

/** The polls above the chat: all open ones, and before them the last one that ended a short while ago. Pure. [WPO1] */
export function shownPolls(all: readonly Poll[], nowMs: number, dismissed: ReadonlySet<string>): readonly Poll[] {
  const open = all.filter(({ ended_at }) => ended_at === undefined);
  const ended = all
    .filter((poll) => poll.ended_at !== undefined && nowMs - Date.parse(poll.ended_at) < shownMs)
    .sort((a, b) => Date.parse(a.ended_at!) - Date.parse(b.ended_at!))
    .at(-1);
  return ended && !dismissed.has(ended.id) ? [ended, ...open] : open;
}
