import { Smile } from 'lucide-react';
import { Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from '../../texts/use-translation.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazily } from '../../ui/lazily.tsx';
import { chosenTone, withTone } from './tones.ts';
import { type Completion, useCompletion, type WrittenText } from './use-completion.ts';

const EmojiPopup = lazily(() => import('./emoji-popup.port.tsx').then((module) => module.EmojiPopup));

export type EmojiFieldToolsProps = WrittenText;

/** What a text field has for emoji: a button that opens the picker, and a list while the name of one is written. [WEM5] */
export function EmojiFieldTools(written: EmojiFieldToolsProps) {
  const { t } = useTranslation('emoji');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const completion = useCompletion(written, id);
  const close = (isToField: boolean) => {
    setOpen(false);
    if (isToField) requestAnimationFrame(() => written.field.current?.focus());
  };
  return (
    <>
      {completion.offered.length > 0 && <OfferedEmojis {...completion} id={id} label={t('offered')} />}
      <IconButton
        ref={button}
        label={t('insert')}
        tooltip="end"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={<Smile size={20} aria-hidden="true" />}
        onPointerEnter={EmojiPopup.load}
        onFocus={EmojiPopup.load}
        onClick={() => setOpen(true)}
      />
      <Suspense>
        {isOpen && (
          <EmojiPopup
            label={t('insert')}
            anchor={() => button.current}
            onPick={(emoji, isMore) => {
              completion.insert(emoji);
              if (!isMore) close(true);
            }}
            onClose={() => close(false)}
          />
        )}
      </Suspense>
    </>
  );
}

interface OfferedEmojisProps extends Pick<Completion, 'offered' | 'place' | 'take'> {
  readonly id: string;
  readonly label: string;
}

function OfferedEmojis({ offered, place, take, id, label }: OfferedEmojisProps) {
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
