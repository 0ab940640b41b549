import { classNames } from '../../../ui/class-names.ts';
import { chosenTone, withTone } from './tones.ts';
import type { Completion } from './use-completion.ts';

interface OfferedEmojisProps extends Pick<Completion, 'offered' | 'place' | 'take'> {
  readonly id: string;
  readonly label: string;
}

/** The emoji that fit the word being written. The field keeps the focus. */
export function OfferedEmojis({ offered, place, take, id, label }: OfferedEmojisProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute inset-x-3 bottom-full z-20 mb-1 rounded-control border border-border bg-surface p-1 shadow-raised"
    >
      {offered.map((emoji, at) => (
        <div
          key={emoji.emoji}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === place}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2',
            at === place && 'bg-surface-2',
          )}
          onPointerDown={(event) => {
            event.preventDefault();
            take(emoji);
          }}
        >
          <span aria-hidden="true" className="font-emoji text-xl">
            {withTone(emoji, chosenTone.get())}
          </span>
          <span className="truncate">{emoji.name}</span>
          <span aria-hidden="true" className="ms-auto truncate text-xs text-muted">
            :{emoji.shortcode}:
          </span>
        </div>
      ))}
    </div>
  );
}
