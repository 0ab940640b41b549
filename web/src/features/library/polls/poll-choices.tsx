import type { Poll, PollOption } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Cover, UploadedCover } from '../library/cover.tsx';
import { shareOf } from './standing.ts';

export interface PollChoicesProps {
  readonly poll: Poll;
  readonly chosen: readonly number[];
  readonly onChoose: (chosen: readonly number[]) => void;
}

/** The options as radio buttons, or as check boxes where several may be chosen. [WPO2] */
export function PollChoices({ poll, chosen, onChoose }: PollChoicesProps) {
  const name = useId();
  const toggle = (number: number) =>
    chosen.includes(number) ? chosen.filter((one) => one !== number) : [...chosen, number];
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="sr-only">{poll.question}</legend>
      {poll.options.map((option) => (
        <label
          key={option.number}
          className={classNames(
            optionClass,
            'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
            chosen.includes(option.number) ? 'border-accent-text' : 'border-line',
          )}
        >
          <OptionLine poll={poll} option={option}>
            <input
              type={poll.several_choices ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(option.number)}
              onChange={() => onChoose(poll.several_choices ? toggle(option.number) : [option.number])}
              className="size-4 shrink-0 accent-accent-text outline-none"
            />
          </OptionLine>
        </label>
      ))}
    </fieldset>
  );
}

export interface PollFiguresProps {
  readonly poll: Poll;
  /** This person's choices. */
  readonly own: readonly number[];
  /** Numbers of the options that stand out. */
  readonly leading: readonly number[];
}

/** The options with their votes, where this person does not vote. */
export function PollFigures({ poll, own, leading }: PollFiguresProps) {
  const { t } = useTranslation('polls');
  return (
    <ul className="grid min-w-0 gap-1.5">
      {poll.options.map((option) => (
        <li
          key={option.number}
          className={classNames(
            optionClass,
            leading.includes(option.number) ? 'border-accent-text font-semibold' : 'border-border',
          )}
        >
          <OptionLine poll={poll} option={option}>
            {own.includes(option.number) && (
              <span className="shrink-0 text-accent-text">
                <Check size={16} aria-hidden="true" />
                <span className="sr-only">{t('yourVote')}</span>
              </span>
            )}
          </OptionLine>
        </li>
      ))}
    </ul>
  );
}

const optionClass = 'relative isolate min-h-11 overflow-hidden rounded-control border';

interface OptionLineProps {
  readonly poll: Poll;
  readonly option: PollOption;
  /** Stands before the text. */
  readonly children: ReactNode;
}

function OptionLine({ poll, option, children }: OptionLineProps) {
  const { t } = useTranslation('polls');
  const share = shareOf(option, poll);
  return (
    <>
      <span
        aria-hidden="true"
        className="absolute inset-y-0 start-0 -z-10 bg-accent-soft transition-[width] duration-300 motion-reduce:transition-none"
        style={{ width: `${share}%` }}
      />
      <span className="flex min-h-11 items-center gap-2.5 px-3 py-1.5">
        {children}
        {option.cover ? (
          <UploadedCover picture={option.cover} />
        ) : (
          option.thumbnail && <Cover path={option.thumbnail} />
        )}
        <span dir="auto" className="line-clamp-3 min-w-0 flex-1 text-[0.9375rem] leading-snug wrap-anywhere">
          {option.media_id === undefined ? option.text : shownTitle(option.text)}
        </span>
        <span aria-hidden="true" className="shrink-0 text-end text-sm text-muted tabular-nums">
          {t('share', { share })}
        </span>
        <span className="sr-only">{t('votes', { count: option.votes, share })}</span>
      </span>
    </>
  );
}
