import { type RefObject, useEffect, useState } from 'react';
import { useRoom } from '../../../../room/room-scope.ts';
import { filesDraftOf } from '../../chat-files/draft.ts';
import type { OutgoingFiles } from '../../chat-files/outgoing.ts';
import { useChatScope, useWriting } from '../chat-scope.tsx';
import { toContent } from '../content.ts';
import { useMessageActions } from '../list/message-actions.ts';
import { findMentions } from '../text/pieces.ts';
import { draftStorage } from './draft-storage.ts';
import type { MessageLook } from './writing.ts';

/** The draft, and the action that sends it: a new message, an answer, or a new text for an existing message. */
export function useDraft(look: RefObject<MessageLook>) {
  const { room, self } = useRoom();
  const { outbox } = useChatScope();
  const { writing, setWriting } = useWriting();
  const { edit } = useMessageActions();
  const [stored] = useState(() => draftStorage(room.roomId, self.id));
  const [draft, setDraft] = useState(stored.read);
  const editedId = writing.kind === 'edit' ? writing.message.id : undefined;
  const isEditing = editedId !== undefined;
  // The draft is restored after the last of several changes in a row. [WC11]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft of the moment at which changing begins
  useEffect(() => (isEditing ? () => setDraft(draft) : undefined), [isEditing]);
  // The text of the message to change takes the draft's place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another message to change counts
  useEffect(() => {
    if (writing.kind === 'edit') setDraft(writing.message.content);
  }, [editedId]);
  useEffect(() => {
    if (editedId === undefined) stored.write(draft);
  }, [stored, draft, editedId]);
  const cancel = () => setWriting({ kind: 'new' });
  function submit(people: Parameters<typeof findMentions>[1]): void {
    const content = toContent(draft);
    const mentions = findMentions(content ?? '', people);
    if (writing.kind === 'edit') {
      if (!content) return;
      if (content !== writing.message.content) void edit(writing.message, content, mentions);
    } else {
      const files = content || draft.trim() === '' ? filesDraftOf(room).take() : undefined;
      if (!content && !files) return;
      const replyToId = writing.kind === 'reply' ? writing.message.id : undefined;
      outbox.send(content ?? '', { mentions, replyToId, files, ...look.current() });
      setDraft('');
    }
    cancel();
  }
  function sendVoice(files: OutgoingFiles): void {
    outbox.send('', { replyToId: writing.kind === 'reply' ? writing.message.id : undefined, files });
    cancel();
  }
  return { draft, setDraft, submit, sendVoice, cancel };
}
