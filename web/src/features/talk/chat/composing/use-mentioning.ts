import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { usePeopleToMention } from '../../../people/members/people.port.ts';
import { type Mentionable, unfinishedMention } from '../text/pieces.ts';

/** Most names that are offered. */
const mostOffered = 6;

/** The names that are offered while the person writes behind an `@`. */
export interface Mentioning {
  /** All people who can be mentioned. */
  readonly people: readonly Mentionable[];
  /** The people who match the typed text; empty: none are offered. */
  readonly offered: readonly Mentionable[];
  readonly chosen: number;
  choose(person: Mentionable): void;
  /** True when the key moved in the list, chose from it, or closed it. */
  takesKey(event: KeyboardEvent): boolean;
  /** Attributes of the field that announce the list to screen readers. */
  fieldProps(listId: string): Record<string, unknown>;
}

/** True if the username or the display name begins with `begun`, which is in lower case. */
function isMeant({ username, display_name }: Mentionable, begun: string): boolean {
  return [username, display_name].some((name) => name.toLowerCase().startsWith(begun));
}

/** Offers names for the text before the cursor. [WC10] */
export function useMentioning(
  draft: string,
  setDraft: (draft: string) => void,
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>,
): Mentioning {
  const people = usePeopleToMention();
  const [place, setPlace] = useState(0);
  const [closedFor, setClosedFor] = useState<string>();
  const { cursor, moveTo } = useCursor(draft, field);
  const before = draft.slice(0, cursor);
  const begun = unfinishedMention(before);
  const isOpen = begun !== undefined && closedFor !== before;
  const offered = isOpen ? people.filter((person) => isMeant(person, begun.toLowerCase())).slice(0, mostOffered) : [];
  const chosen = Math.min(place, Math.max(0, offered.length - 1));
  function choose({ username }: Mentionable): void {
    const start = before.slice(0, before.length - (begun?.length ?? 0));
    setDraft(`${start}${username} ${draft.slice(cursor).trimStart()}`);
    moveTo(start.length + username.length + 1);
    setPlace(0);
    field.current?.focus();
  }
  function takesKey(event: KeyboardEvent): boolean {
    const person = offered[chosen];
    if (!person) return false;
    if (event.key === 'ArrowDown') setPlace((chosen + 1) % offered.length);
    else if (event.key === 'ArrowUp') setPlace((chosen + offered.length - 1) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(person);
    else if (event.key === 'Escape') setClosedFor(before);
    else return false;
    event.preventDefault();
    return true;
  }
  const fieldProps = (listId: string) =>
    offered.length === 0
      ? {}
      : { 'aria-autocomplete': 'list', 'aria-controls': listId, 'aria-activedescendant': `${listId}-${chosen}` };
  return { people, offered, chosen, choose, takesKey, fieldProps };
}

/**
 * The place of the cursor in the field, also after keys or presses moved it. `moveTo` moves it once the field has its
 * next text.
 */
function useCursor(draft: string, field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>) {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const wanted = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor is set when the field has the new text
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    field.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = undefined;
    look();
  }, [draft, field]);
  useEffect(() => {
    const onMove = () => document.activeElement === field.current && look();
    document.addEventListener('selectionchange', onMove);
    return () => document.removeEventListener('selectionchange', onMove);
  }, [field]);
  return {
    cursor: field.current?.selectionStart ?? draft.length,
    moveTo: (place: number) => {
      wanted.current = place;
    },
  };
}
