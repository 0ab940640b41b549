import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from '../../texts/use-translation.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { controlClass } from '../../ui/fields/text-field.tsx';
import { countText } from './counter.ts';
import { maxMessageLength, toContent } from './outbox.ts';

/** From how many characters on the counter is shown. */
const counterFrom = 400;

/** Enter sends, Shift+Enter starts a line, Escape leaves the field; while a word is being composed (Japanese, Chinese) the keys belong to the input method. */
export function Composer({ onSend }: { readonly onSend: (content: string) => void }) {
  const { t } = useTranslation('chat');
  const id = useId();
  const [draft, setDraft] = useState('');
  const length = [...draft.trim()].length;
  const content = toContent(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!content) return;
    onSend(content);
    setDraft('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) submit(event);
    // The keys of the room and the player work again, and the draft stays.
    if (event.key === 'Escape') event.currentTarget.blur();
  };
  return (
    <form
      onSubmit={submit}
      className="shrink-0 border-t border-border p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <div className="flex items-end gap-2">
        <textarea
          data-chat-input
          aria-label={t('write')}
          aria-describedby={`${id}-count`}
          aria-invalid={length > maxMessageLength || undefined}
          placeholder={t('write')}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          className={classNames(controlClass, 'field-sizing-content max-h-36 min-w-0 flex-1 resize-none py-2.5')}
        />
        <IconButton
          type="submit"
          label={t('send')}
          tooltip="end"
          disabled={!content}
          icon={<SendHorizontal size={20} aria-hidden="true" className="rtl:-scale-x-100" />}
          className={content ? 'bg-accent !text-on-accent hover:bg-accent-hover' : ''}
        />
      </div>
      <p
        id={`${id}-count`}
        className={classNames(
          'mt-1 text-end text-xs tabular-nums',
          length > maxMessageLength ? 'text-danger' : 'text-muted',
          length < counterFrom && 'sr-only',
        )}
      >
        {length >= counterFrom && countText(length, t)}
      </p>
    </form>
  );
}
