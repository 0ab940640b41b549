import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { noFilter, type RoomFilter } from './room-filters.tsx';

/** Pause in typing after which the search starts, in milliseconds. */
const pauseMs = 250;

interface RoomSearch {
  /** Text in the field. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Text that the list is searched for. */
  readonly search: string;
  readonly filter: RoomFilter;
  readonly setFilter: (filter: RoomFilter) => void;
  readonly clear: () => void;
}

/**
 * Search and filter of the list of public rooms. The address stores them, so that they are restored when the user
 * returns from a room. [WRL5]
 */
export function useRoomSearch(): RoomSearch {
  const { create, q: search = '', live = false, category = '', labels = '' } = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const [text, setText] = useState(search);
  const put = (wanted: string, { isLive, categoryId, labelIds }: RoomFilter) =>
    void navigate({
      search: {
        ...(create ? { create } : {}),
        ...(wanted ? { q: wanted } : {}),
        ...(isLive ? { live: true as const } : {}),
        ...(categoryId ? { category: categoryId } : {}),
        ...(labelIds.length > 0 ? { labels: labelIds.join() } : {}),
      },
      replace: true,
      resetScroll: false,
    });
  const filter: RoomFilter = {
    isLive: live,
    categoryId: category,
    labelIds: labels === '' ? [] : labels.split(','),
  };
  const searchForText = () => {
    if (text.trim() !== search) put(text.trim(), filter);
  };
  // The latest function, as a chip may have been pressed during the pause.
  const atEnd = useRef(searchForText);
  atEnd.current = searchForText;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing begins a new pause
  useEffect(() => {
    const timer = setTimeout(() => atEnd.current(), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return {
    text,
    setText,
    search,
    filter,
    setFilter: (chosen) => put(text.trim(), chosen),
    clear() {
      setText('');
      put('', noFilter);
    },
  };
}
