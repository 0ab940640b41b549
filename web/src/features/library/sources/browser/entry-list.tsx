import type { ProviderEntry } from '@matinee/contract/gen/api.ts';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { MoreRows } from '../../../../ui/lists/more-rows.tsx';
import { VirtualRows } from '../../../../ui/lists/virtual-rows.tsx';
import { all, type Choice, reach, toggle } from './choosing.ts';
import { EntryRow } from './entry-row.tsx';

export interface EntryListProps {
  readonly entries: readonly ProviderEntry[];
  readonly hasMore: boolean;
  readonly onMore: () => Promise<void>;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
  readonly onOpen: (folder: string) => void;
}

interface Active {
  readonly place: number;
  /** True: a key led there, so the row takes the focus. */
  readonly isByKey: boolean;
}

/**
 * Folders and films of any number. The Tab key leads to one row, the arrow keys to the others. With Shift, the arrow
 * keys choose on the way. Ctrl+A chooses everything that is loaded. [WSO6]
 */
export function EntryList({ entries, hasMore, onMore, choice, onChoose, onOpen }: EntryListProps) {
  const { t } = useTranslation('sources');
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Active>({ place: 0, isByKey: false });
  const isChoosable = (place: number) => entries[place]?.source !== undefined;
  const rows = useMemo(() => entries.map((entry, place) => ({ entry, place })), [entries]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return onChoose(all(entries.length, isChoosable));
    }
    const place = placeAfterKey(event.key, active.place, entries.length);
    if (place === undefined) return;
    event.preventDefault();
    setActive({ place, isByKey: true });
    if (event.shiftKey)
      onChoose(reach(choice.anchor === undefined ? { ...choice, anchor: active.place } : choice, place, isChoosable));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows have the focus; their keys are heard here
    <div
      ref={scroller}
      onKeyDown={onKeyDown}
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-2"
    >
      <VirtualRows
        label={t('browser.entries')}
        rows={rows}
        idOf={idOf}
        rowHeight={56}
        scroller={scroller}
        keptId={String(active.place)}
        {...(hasMore ? {} : { total: entries.length })}
      >
        {({ entry, place }) => (
          <EntryRow
            entry={entry}
            isChosen={choice.chosen.has(place)}
            isActive={place === Math.min(active.place, entries.length - 1)}
            takesFocus={active.isByKey && active.place === place}
            onFocus={() => active.place !== place && setActive({ place, isByKey: false })}
            onPress={(isRange) => {
              if (entry.folder !== undefined) onOpen(entry.folder);
              else onChoose(isRange ? reach(choice, place, isChoosable) : toggle(choice, place));
            }}
          />
        )}
      </VirtualRows>
      {hasMore && <MoreRows label={t('browser.more')} count={entries.length} onMore={onMore} />}
    </div>
  );
}

const idOf = ({ place }: { readonly place: number }) => String(place);

/** Rows that Page Up and Page Down pass over. */
const page = 10;

/** The place to which a key leads from `place` among `count`; undefined: it is no key of lists. Pure. */
function placeAfterKey(key: string, place: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, place + step));
}
