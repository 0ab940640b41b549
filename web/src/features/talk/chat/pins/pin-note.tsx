import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { focusAfter } from '../../../../ui/focus-after.ts';
import { useEscape } from '../../../../ui/use-escape.ts';
import { useMessageActions } from '../list/message-actions.ts';

/** Longest note of `PinChatMessageRequest`. */
const longestNote = 200;

export interface PinNoteProps {
  readonly message: ChatMessage;
  readonly note: string;
}

/** The button to say why a message is pinned, and the field that takes its place. [WC23] */
export function PinNote({ message, note }: PinNoteProps) {
  const { t } = useTranslation('chat-finding');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () =>
    focusAfter(
      () => setOpen(false),
      () => button.current,
    );
  if (isOpen) return <NoteForm message={message} note={note} onDone={close} />;
  return (
    <button
      ref={button}
      type="button"
      onClick={() => setOpen(true)}
      className="-mx-1 min-h-8 rounded px-1 text-xs font-medium text-accent-text underline underline-offset-2"
    >
      {t(note === '' ? 'addNote' : 'editNote')}
    </button>
  );
}

function NoteForm({ message, note, onDone }: PinNoteProps & { readonly onDone: () => void }) {
  const { t } = useTranslation(['chat-finding', 'shell', 'chat']);
  const { info } = useRoom();
  const cache = useQueryClient();
  const { pin } = useMessageActions();
  const [text, setText] = useState(note);
  const [isBusy, setBusy] = useState(false);
  useEscape(onDone);
  const form = useRef<HTMLFormElement>(null);
  // The focus alone would bring only the field into sight.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const written = text.trim();
    if (written === note) return onDone();
    setBusy(true);
    const isPinned = await pin(message, written);
    // Reads the list with the new note before the field closes.
    if (isPinned) await cache.invalidateQueries({ queryKey: ['chat-pins', info.id] });
    setBusy(false);
    if (isPinned) onDone();
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} className="mt-1 grid gap-2">
      <TextField
        label={t('note')}
        labelHidden
        placeholder={t('noteHint')}
        dir="auto"
        autoComplete="off"
        maxLength={longestNote}
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={isBusy}>
          {t('save', { ns: 'chat' })}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {t('cancel', { ns: 'shell' })}
        </Button>
      </div>
    </form>
  );
}
