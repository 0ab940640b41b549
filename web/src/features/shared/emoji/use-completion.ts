import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { isComposing } from '../../../ui/is-composing.ts';
import type { Emoji } from './emojis.ts';
import { findEmojis } from './find-emojis.ts';
import { rememberEmoji } from './recent.ts';
import { chosenTone, withTone } from './tones.ts';
import { finishedEmoji, unfinishedEmoji } from './unfinished.ts';
import { useEmojis } from './use-emojis.ts';

/** The most emoji that are offered. */
const mostOffered = 6;

/** A text field and its text. */
export interface WrittenText {
  readonly draft: string;
  readonly setDraft: (draft: string) => void;
  readonly field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>;
}

export interface Completion {
  /** Emoji that fit the word being written. Empty: nothing is offered. */
  readonly offered: readonly Emoji[];
  readonly place: number;
  readonly take: (emoji: Emoji) => void;
  /** Inserts text at the cursor. */
  readonly insert: (text: string) => void;
}

/** Offers emoji while their name is written. The field keeps the focus. [WEM5] */
export function useCompletion(written: WrittenText, listId: string): Completion {
  const { draft, field } = written;
  const cursor = field.current?.selectionStart ?? draft.length;
  const before = draft.slice(0, cursor);
  const word = unfinishedEmoji(before);
  const emojis = useEmojis(word !== undefined || before.endsWith(':'));
  const groups = emojis.state === 'there' ? emojis.groups : undefined;
  const all = useMemo(() => groups?.flatMap((group) => group.emojis) ?? [], [groups]);
  const [closedFor, setClosedFor] = useState<string>();
  const [place, setPlace] = useState(0);
  const offered = useMemo(
    () => (word === undefined || closedFor === before ? [] : findEmojis(all, word, mostOffered)),
    [all, before, closedFor, word],
  );
  const at = Math.min(place, Math.max(0, offered.length - 1));
  const replace = useReplacing(written);
  const take = (emoji: Emoji, start = cursor - (word?.length ?? 0) - 1) => {
    rememberEmoji(emoji.emoji);
    setPlace(0);
    replace(start, cursor, withTone(emoji, chosenTone.get()));
  };
  const finished = before.endsWith(':') ? finishedEmoji(before, all) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name is complete when the text changes
  useEffect(() => {
    if (finished) take(finished.emoji, finished.start);
  }, [before, all]);
  useKeys(field, (key) => {
    const emoji = offered[at];
    if (!emoji) return false;
    if (key === 'ArrowDown') setPlace((at + 1) % offered.length);
    else if (key === 'ArrowUp') setPlace((at + offered.length - 1) % offered.length);
    else if (key === 'Enter' || key === 'Tab') take(emoji);
    else if (key === 'Escape') setClosedFor(before);
    else return false;
    return true;
  });
  useSpokenList(field, listId, offered.length > 0 ? at : undefined);
  const insert = (text: string) => {
    const { selectionStart, selectionEnd } = field.current ?? {};
    replace(selectionStart ?? cursor, selectionEnd ?? cursor, text);
  };
  return { offered, place: at, take, insert };
}

/** A function that replaces part of the text and puts the cursor behind it. */
function useReplacing({ draft, setDraft, field }: WrittenText) {
  const wanted = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor is set once the field has the new text
  useEffect(() => {
    if (wanted.current !== undefined) field.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = undefined;
  }, [draft]);
  return (start: number, end: number, text: string) => {
    wanted.current = start + text.length;
    setDraft(draft.slice(0, start) + text + draft.slice(end));
  };
}

/** Gets the keys of the field before the field does. `onKey` returns true for a key that it handles. */
function useKeys(field: WrittenText['field'], onKey: (key: string) => boolean): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    // The base type of both fields: the union of their types has no key events.
    const input: HTMLElement | null = field.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event) || event.shiftKey || !latest.current(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    input?.addEventListener('keydown', onKeyDown);
    return () => input?.removeEventListener('keydown', onKeyDown);
  }, [field]);
}

/** Announces the list to screen readers while it is shown. */
function useSpokenList(field: WrittenText['field'], listId: string, place: number | undefined): void {
  useEffect(() => {
    const input = field.current;
    if (!input || place === undefined) return;
    const told = {
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-activedescendant': `${listId}-${place}`,
    };
    for (const [name, value] of Object.entries(told)) input.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(told)) input.removeAttribute(name);
    };
  }, [field, listId, place]);
}
