import { Smile } from 'lucide-react';
import { Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { focusAfter } from '../../../ui/focus-after.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { OfferedEmojis } from './offered-emojis.tsx';
import { useCompletion, type WrittenText } from './use-completion.ts';

const EmojiPopup = lazily(() => import('./emoji-popup.port.tsx').then((module) => module.EmojiPopup));

export type EmojiFieldToolsProps = WrittenText;

/** The emoji tools of a text field: a button that opens the picker, and a list while a name is written. [WEM5] */
export function EmojiFieldTools(written: EmojiFieldToolsProps) {
  const { t } = useTranslation('emoji');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const completion = useCompletion(written, id);
  const close = () => setOpen(false);
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
              if (!isMore) focusAfter(close, () => written.field.current);
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
