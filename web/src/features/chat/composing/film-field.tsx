import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { maxMessageLength, toContent } from '../outbox.ts';

export interface FilmFieldProps {
  readonly onSend: (content: string) => void;
  readonly onClose: () => void;
}

/** Writes one message over the film. Enter sends it; Enter without a text, Escape, or a press elsewhere closes the field. */
export function FilmField({ onSend, onClose }: FilmFieldProps) {
  const { t } = useTranslation('chat');
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const content = toContent(draft);
    if (content) onSend(content);
    onClose();
  };
  return (
    <form onSubmit={submit} className="pointer-events-auto">
      <input
        ref={field}
        aria-label={t('write')}
        placeholder={t('write')}
        dir="auto"
        enterKeyHint="send"
        autoComplete="off"
        maxLength={maxMessageLength}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
        onBlur={() => {
          if (draft.trim() === '') onClose();
        }}
        className="min-h-11 w-full rounded-full border border-line bg-surface/95 px-4 text-base text-text placeholder:text-muted"
      />
    </form>
  );
}
