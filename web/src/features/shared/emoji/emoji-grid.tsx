import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useStoredChoice } from '../../../ui/stored-choice.ts';
import type { Emoji } from './emojis.ts';
import { chosenTone, withTone } from './tones.ts';
import { columns, walkGrid } from './walk-grid.ts';

export interface EmojiGridProps {
  readonly label: string;
  readonly emojis: readonly Emoji[];
  /** The emoji under the pointer or the focus. */
  readonly onLook: (emoji: Emoji) => void;
  /** `isMore`: the person wants to pick more emoji after this one. */
  readonly onPick: (emoji: Emoji, isMore: boolean) => void;
  /** Called when arrow up leaves the first line. */
  readonly onLeave: () => void;
  readonly ref: RefObject<HTMLTableElement | null>;
}

/** Emoji in lines. Tab reaches one of them; arrow keys, Home, End and Page keys move on from there. [WEM2] */
export function EmojiGrid({ label, emojis, onLook, onPick, onLeave, ref }: EmojiGridProps) {
  const tone = useStoredChoice(chosenTone);
  const [place, setPlace] = useState(0);
  const stop = Math.min(place, emojis.length - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = walkGrid(event.key, stop, emojis.length, getComputedStyle(event.currentTarget).direction === 'rtl');
    if (next === undefined && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (next === undefined) return onLeave();
    setPlace(next);
    event.currentTarget.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };
  const lines = Array.from({ length: Math.ceil(emojis.length / columns) }, (_, line) =>
    emojis.slice(line * columns, (line + 1) * columns),
  );
  return (
    <table
      ref={ref}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells one walks through is a grid
      role="grid"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-collapse"
    >
      <tbody>
        {lines.map((line, lineAt) => (
          <tr key={line[0]?.emoji}>
            {line.map((one, at) => (
              <td key={one.emoji} className="p-0">
                <button
                  type="button"
                  aria-label={one.name}
                  data-emoji={one.emoji}
                  tabIndex={lineAt * columns + at === stop ? 0 : -1}
                  onFocus={() => {
                    setPlace(lineAt * columns + at);
                    onLook(one);
                  }}
                  onPointerEnter={() => onLook(one)}
                  onClick={({ shiftKey }) => onPick(one, shiftKey)}
                  className="grid aspect-square w-full place-items-center overflow-hidden rounded-lg font-emoji text-[1.375rem] whitespace-nowrap leading-none hover:bg-surface-2 focus-visible:outline-offset-0"
                >
                  {withTone(one, tone)}
                </button>
              </td>
            ))}
            {/* The last line is as wide as the others. */}
            {line.length < columns && <td colSpan={columns - line.length} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
