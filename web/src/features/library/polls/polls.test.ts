import type { Media, Poll, ResourceChanged } from '@matinee/contract/gen/api.ts';
import { describe, expect, test } from 'vitest';
import { emptyDraft, mostOptions, requestOf, withOption } from './new-poll-draft.ts';
import { polls } from './resources.ts';
import { outcomeOf, shareOf, shownPolls } from './standing.ts';

function pollOf(votes: readonly number[], rest: Partial<Poll> = {}): Poll {
  return {
    id: 'poll_1',
    room_id: 'room_1',
    creator_id: 'usr_a',
    creator_username: 'anna',
    creator_display_name: 'anna',
    question: 'Which?',
    options: votes.map((count, place) => ({
      number: place + 1,
      text: `option ${place + 1}`,
      votes: count,
      thumbnail: '',
    })),
    several_choices: false,
    anonymous: false,
    voter_count: votes.reduce((all, count) => all + count, 0),
    version: 1,
    ...rest,
  };
}

describe('how a poll comes out', () => {
  test('[WPO4] one wins, several tie, nobody voted', () => {
    expect(outcomeOf(pollOf([1, 3, 2]))).toMatchObject({ kind: 'winner', winner: { number: 2 }, isDrawn: false });
    expect(outcomeOf(pollOf([2, 0, 2]))).toMatchObject({ kind: 'tie', tied: [{ number: 1 }, { number: 3 }] });
    expect(outcomeOf(pollOf([0, 0]))).toEqual({ kind: 'nobody' });
  });

  test('[WPO4] the drawn one of the tied wins', () => {
    const drawn = outcomeOf(pollOf([2, 0, 2], { drawn_option: 3 }));
    expect(drawn).toMatchObject({ kind: 'winner', winner: { number: 3 }, isDrawn: true });
  });

  test('[WPO2] shares are of the people who voted', () => {
    const poll = pollOf([2, 1], { voter_count: 2 });
    expect(poll.options.map((option) => shareOf(option, poll))).toEqual([100, 50]);
    const empty = pollOf([0, 0]);
    expect(shareOf(empty.options[0]!, empty)).toBe(0);
  });
});

test('[WPO1] above the chat are the open ones, and a quarter of an hour the last one that ended', () => {
  const at = (minute: number) => new Date(minute * 60_000).toISOString();
  const all = [
    pollOf([1], { id: 'older', ended_at: at(20) }),
    pollOf([1], { id: 'open' }),
    pollOf([1], { id: 'newer', ended_at: at(25) }),
  ];
  const shown = (minute: number, away: readonly string[] = []) =>
    shownPolls(all, minute * 60_000, new Set(away)).map(({ id }) => id);
  expect(shown(30)).toEqual(['newer', 'open']);
  expect(shown(41)).toEqual(['open']);
  expect(shown(30, ['newer'])).toEqual(['open']);
});

describe('changes', () => {
  const change = (value: Partial<NonNullable<ResourceChanged['polls']>>, snapshot = false) =>
    ({ snapshot, polls: { polls: [], counts: [], deleted_ids: [], ...value } }) as unknown as ResourceChanged;
  const counts = (version: number, votes: number[]) => [{ poll_id: 'poll_1', version, votes, voter_count: 3 }];

  test('[WPO1] [WPO2] newer counts replace older ones, and what is deleted goes', () => {
    const first = polls.merge(undefined, change({ polls: [pollOf([0, 0])] }, true));
    const voted = polls.merge(first, change({ counts: counts(3, [1, 2]) }));
    expect(voted).toMatchObject([{ version: 3, voter_count: 3, options: [{ votes: 1 }, { votes: 2 }] }]);
    const late = polls.merge(voted, change({ counts: counts(2, [1, 1]) }));
    expect(late).toMatchObject([{ version: 3, options: [{ votes: 1 }, { votes: 2 }] }]);
    expect(polls.merge(late, change({ deleted_ids: ['poll_1'] }))).toEqual([]);
  });
});

describe('the draft', () => {
  const item = { id: 'med_1', name: 'Metropolis' } as Media;

  test('[WPO7] an item takes the place of an empty option', () => {
    const options = withOption(emptyDraft.options, item);
    expect(options.map(({ text, media }) => [text, media?.id])).toEqual([
      ['Metropolis', 'med_1'],
      ['', undefined],
    ]);
    const full = Array.from({ length: mostOptions }, (_, key) => ({ key, text: 'x' }));
    expect(withOption(full)).toBe(full);
  });

  test('[WPO7] empty options are left out, and two have to stay', () => {
    const written = (...texts: string[]) => texts.map((text, key) => ({ key, text }));
    const draft = { ...emptyDraft, question: ' Which? ', options: written('one', ' ', 'two '), minutes: '5' };
    expect(requestOf(draft, 'room_1')).toMatchObject({
      question: 'Which?',
      options: [{ text: 'one' }, { text: 'two' }],
      ends_after_minutes: 5,
    });
    expect(requestOf({ ...draft, options: written('one', '') }, 'room_1')).toBeUndefined();
    expect(requestOf({ ...draft, question: ' ' }, 'room_1')).toBeUndefined();
  });
});
