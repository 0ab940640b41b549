import type { ChatMention } from '@matinee/contract/gen/api.ts';
import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { isComposing } from '../../../../ui/is-composing.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { maxMessageLength, toContent } from '../content.ts';
import { findMentions } from '../text/pieces.ts';
import { useMentioning } from './use-mentioning.ts';

const MentionList = lazily(() => import('./mention-list.tsx').then((module) => module.MentionList));
const EmojiCompletion = lazily(() =>
  import('../../../shared/emoji/completion.port.tsx').then((module) => module.EmojiCompletion),
);

export interface FilmFieldProps {
  readonly onSend: (content: string, mentions: readonly ChatMention[]) => void;
  readonly onClose: () => void;
}

/**
 * Writes one message over the film, with names and emoji as in the field of the chat. Enter sends it. Enter without a
 * text, Escape, or a press elsewhere closes the field.
 */
export function FilmField({ onSend, onClose }: FilmFieldProps) {
  const { t } = useTranslation('chat');
  const id = useId();
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const mentioning = useMentioning(draft, setDraft, field);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const content = toContent(draft);
    if (content) onSend(content, findMentions(content, mentioning.people));
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || mentioning.takesKey(event)) return;
    if (event.key === 'Escape') onClose();
  };
  return (
    <form onSubmit={submit} className="pointer-events-auto relative">
      <Suspense>
        {mentioning.offered.length > 0 && <MentionList mentioning={mentioning} id={`${id}-people`} />}
      </Suspense>
      <Suspense>
        <EmojiCompletion {...{ draft, setDraft, field }} />
      </Suspense>
      <input
        ref={field}
        aria-label={t('write')}
        placeholder={t('write')}
        dir="auto"
        enterKeyHint="send"
        autoComplete="off"
        maxLength={maxMessageLength}
        {...mentioning.fieldProps(`${id}-people`)}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (draft.trim() === '') onClose();
        }}
        className="min-h-11 w-full rounded-full border border-line bg-surface/95 px-4 text-base text-text placeholder:text-muted"
      />
    </form>
  );
}
