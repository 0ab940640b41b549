import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, Suspense, useEffect, useId, useRef } from 'react';
import { useStore } from '../../../../client/room/hooks.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { controlClass } from '../../../../ui/fields/text-field.tsx';
import { isComposing } from '../../../../ui/is-composing.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { AttachButton } from '../../chat-files/attach-button.tsx';
import { filesDraftOf } from '../../chat-files/draft.ts';
import { FilesArea } from '../../chat-files/files-area.tsx';
import { VoiceButton } from '../../chat-files/voice-button.tsx';
import { useChatScope, useWriting } from '../chat-scope.tsx';
import { maxMessageLength, toContent } from '../content.ts';
import { countText } from './counter.ts';
import { useDraft } from './use-draft.ts';
import { type Mentioning, useMentioning } from './use-mentioning.ts';
import { lastOwn, type MessageLook, plainLook } from './writing.ts';

const FieldTools = lazily(() => import('./field-tools.tsx').then((module) => module.FieldTools));
const AboutLine = lazily(() => import('./about-line.tsx').then((module) => module.AboutLine));
const MentionList = lazily(() => import('./mention-list.tsx').then((module) => module.MentionList));

/** From this number of characters on, the counter is shown. */
const counterFrom = 400;

/** The field grows with its text, up to a third of a phone. An empty field keeps the hint on one line. */
const fieldClass = classNames(
  controlClass,
  'field-sizing-content max-h-36 min-w-0 flex-1 resize-none py-2.5',
  'placeholder-shown:h-11 placeholder-shown:overflow-hidden placeholder-shown:text-nowrap',
);

/**
 * Enter sends, Shift+Enter starts a line, Escape leaves the field. Arrow up in an empty field changes the last own
 * message. While a word is being composed (Japanese, Chinese) the keys belong to the input method.
 */
export function Composer() {
  const { t } = useTranslation('chat');
  const id = useId();
  const { room } = useRoom();
  const files = filesDraftOf(room);
  const hasFiles = useStore(files.views).length > 0;
  const { writing } = useWriting();
  const look = useRef<MessageLook>(plainLook);
  const { draft, setDraft, submit, sendVoice, cancel } = useDraft(look);
  const field = useRef<HTMLTextAreaElement>(null);
  const mentioning = useMentioning(draft, setDraft, field);
  const length = [...draft.trim()].length;
  const isEdit = writing.kind === 'edit';
  const maySend = toContent(draft) !== undefined || (hasFiles && !isEdit && length === 0);
  const isEmpty = !isEdit && !maySend && !hasFiles && draft === '';
  const onKeyDown = useFieldKeys(field, { draft, mentioning, submit, cancel });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(mentioning.people);
  };
  return (
    <form
      onSubmit={onSubmit}
      data-tips-above
      className="relative shrink-0 border-t border-border p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <Suspense>
        {mentioning.offered.length > 0 && <MentionList mentioning={mentioning} id={`${id}-people`} />}
      </Suspense>
      <Suspense>{writing.kind !== 'new' && <AboutLine writing={writing} onCancel={cancel} />}</Suspense>
      {!isEdit && <FilesArea draft={files} />}
      <div className="flex items-end gap-1">
        {!isEdit && <AttachButton onFiles={(chosen) => void files.add(chosen)} />}
        <textarea
          ref={field}
          data-chat-input
          aria-label={t(isEdit ? 'editField' : 'write')}
          aria-describedby={`${id}-count`}
          aria-invalid={length > maxMessageLength || undefined}
          {...mentioning.fieldProps(`${id}-people`)}
          placeholder={t('write')}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          className={fieldClass}
        />
        <Suspense fallback={<span className="size-11" />}>
          <FieldTools {...{ draft, setDraft, field, look }} />
        </Suspense>
        {isEmpty ? <VoiceButton draft={files} onSend={sendVoice} /> : <SendButton isEdit={isEdit} maySend={maySend} />}
      </div>
      <Counter id={`${id}-count`} length={length} />
    </form>
  );
}

interface FieldKeys {
  readonly draft: string;
  readonly mentioning: Mentioning;
  readonly submit: (people: Mentioning['people']) => void;
  readonly cancel: () => void;
}

/** The keys of the field. Also focuses the field when the person has chosen a message. */
function useFieldKeys(
  field: RefObject<HTMLTextAreaElement | null>,
  { draft, mentioning, submit, cancel }: FieldKeys,
): (event: KeyboardEvent<HTMLTextAreaElement>) => void {
  const { self } = useRoom();
  const { latest: messages } = useChatScope();
  const { writing, setWriting } = useWriting();
  // A person who chose a message to answer or edit types next.
  useEffect(() => {
    if (writing.kind !== 'new') field.current?.focus();
  }, [writing, field]);
  return (event) => {
    if (isComposing(event.nativeEvent) || mentioning.takesKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit(mentioning.people);
    }
    if (event.key === 'ArrowUp' && draft === '' && writing.kind === 'new') {
      const message = lastOwn(messages, self.id);
      if (!message) return;
      event.preventDefault();
      setWriting({ kind: 'edit', message });
    }
    if (event.key !== 'Escape') return;
    // The keys of the room and the player work again. The draft is kept.
    if (writing.kind === 'new') event.currentTarget.blur();
    else cancel();
  };
}

function SendButton({ isEdit, maySend }: { readonly isEdit: boolean; readonly maySend: boolean }) {
  const { t } = useTranslation('chat');
  return (
    <IconButton
      type="submit"
      label={t(isEdit ? 'save' : 'send')}
      tooltip="end"
      disabled={!maySend}
      icon={<SendHorizontal size={20} aria-hidden="true" className="rtl:-scale-x-100" />}
      className={maySend ? '!bg-accent !text-on-accent hover:!bg-accent-hover' : ''}
    />
  );
}

function Counter({ id, length }: { readonly id: string; readonly length: number }) {
  const { t } = useTranslation('chat');
  return (
    <p
      id={id}
      className={classNames(
        'mt-1 text-end text-xs tabular-nums',
        length > maxMessageLength ? 'text-danger' : 'text-muted',
        length < counterFrom && 'sr-only',
      )}
    >
      {length >= counterFrom && countText(length, t)}
    </p>
  );
}
