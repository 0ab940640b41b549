import type { CreatePollRequest, Media } from '@matinee/contract/gen/api.ts';

/** Bounds of `CreatePollRequest`. */
export const [longestQuestion, longestOption, mostOptions, fewestOptions] = [200, 100, 10, 2];

/** An option that is being written, or an item of the playlist. */
export interface DraftOption {
  readonly key: number;
  readonly text: string;
  readonly media?: Media;
}

export interface Draft {
  readonly question: string;
  readonly options: readonly DraftOption[];
  readonly several: boolean;
  readonly anonymous: boolean;
  /** Empty: a person ends it. */
  readonly minutes: string;
}

export const emptyDraft: Draft = {
  question: '',
  options: [
    { key: 1, text: '' },
    { key: 2, text: '' },
  ],
  several: false,
  anonymous: false,
  minutes: '',
};

/** `options` with one more: an item takes the place of an option without a text. Pure. [WPO7] */
export function withOption(options: readonly DraftOption[], media?: Media): readonly DraftOption[] {
  const key = Math.max(0, ...options.map((option) => option.key)) + 1;
  const added: DraftOption = media ? { key, text: media.name, media } : { key, text: '' };
  const blank = media ? options.findIndex((option) => option.text.trim() === '') : -1;
  if (blank >= 0) return options.with(blank, added);
  return options.length < mostOptions ? [...options, added] : options;
}

/** The request for a draft; undefined: something is missing. Options without a text are left out. Pure. [WPO7] */
export function requestOf(draft: Draft, room_id: string): CreatePollRequest | undefined {
  const question = draft.question.trim();
  const options = draft.options
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, media }) => (media ? { media_id: media.id } : { text: text.trim() }));
  if (question === '' || options.length < fewestOptions) return undefined;
  const end = draft.minutes === '' ? {} : { ends_after_minutes: Number(draft.minutes) };
  return { room_id, question, options, several_choices: draft.several, anonymous: draft.anonymous, ...end };
}
