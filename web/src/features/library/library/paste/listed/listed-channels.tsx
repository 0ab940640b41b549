import type { ListedItem, PrepareDirectUrlResponse } from '@matinee/contract/gen/api.ts';
import { ListPlus } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useErrorText } from '../../../../../client/words/error-text.ts';
import { useTranslation } from '../../../../../texts/use-translation.ts';
import { Button } from '../../../../../ui/buttons/button.tsx';
import { SearchField } from '../../../../../ui/fields/search-field.tsx';
import { TextField } from '../../../../../ui/fields/text-field.tsx';
import { VirtualRows } from '../../../../../ui/lists/virtual-rows.tsx';
import type { AddBatch, Adding } from '../../../sources/use-adding.ts';
import { Cover } from '../../cover.tsx';
import { findItems, type PlacedItem } from './finding.ts';
import { useAddingListed } from './use-adding-listed.ts';

/** Most items that a playlist holds (contract, `library.playlist_full`). */
const maxItems = 1000;

export interface ListedChannelsProps {
  readonly listed: PrepareDirectUrlResponse;
  readonly addBatch: AddBatch;
  /** Called when all chosen items are added. */
  readonly onDone: () => void;
}

/** The content of a list of channels or files: to search, to choose from, or to add as a whole. [WL33] */
export function ListedChannels({ listed, addBatch, onDone }: ListedChannelsProps) {
  const { t } = useTranslation(['channels', 'library']);
  const { listed: items } = listed;
  const [search, setSearch] = useState('');
  const text = useDeferredValue(search);
  const found = useMemo(() => findItems(items, text), [items, text]);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [guideUrl, setGuideUrl] = useState(listed.guide_url);
  const adding = useAddingListed(addBatch, guideUrl.trim(), onDone);
  const isChosen = chosen.size > 0;
  const meant = isChosen ? items.filter((_, place) => chosen.has(place)) : found.map(({ item }) => item);
  return (
    <div className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-sm wrap-anywhere text-muted">
        <bdi>{listed.name}</bdi> ·{' '}
        {t(listed.is_list_partial ? 'listed.firstOf' : 'listed.count', { count: items.length })}
      </p>
      <SearchField label={t('listed.search')} value={search} onChange={setSearch} />
      <Rows found={found} chosen={chosen} onChoose={setChosen} />
      <TextField
        label={t('listed.guide')}
        hint={t('listed.guideHint')}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
        value={guideUrl}
        onChange={(event) => setGuideUrl(event.target.value)}
      />
      <Result adding={adding} isTooMuch={meant.length > maxItems} />
      <div className="flex flex-wrap gap-3">
        <Button
          kind="primary"
          busy={adding.isBusy}
          disabled={meant.length === 0 || meant.length > maxItems}
          icon={<ListPlus size={18} aria-hidden="true" />}
          onClick={() => void adding.add(meant)}
        >
          {t(isChosen ? 'listed.add' : 'listed.all', { count: meant.length })}
        </Button>
        {isChosen && !adding.isBusy && (
          <Button kind="quiet" onClick={() => setChosen(new Set())}>
            {t('listed.none')}
          </Button>
        )}
        {adding.progress && <Button onClick={adding.stop}>{t('listed.stop')}</Button>}
      </div>
    </div>
  );
}

interface RowsProps {
  readonly found: readonly PlacedItem[];
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (chosen: ReadonlySet<number>) => void;
}

function Rows({ found, chosen, onChoose }: RowsProps) {
  const { t } = useTranslation(['channels', 'library']);
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={scroller}
      className="relative h-72 max-h-[34dvh] overflow-y-auto overscroll-contain rounded-control border border-border"
    >
      {found.length === 0 && (
        <p role="status" className="p-4 text-center text-sm text-muted">
          {t('listing.nothing', { ns: 'library' })}
        </p>
      )}
      <VirtualRows
        label={t('listed.items')}
        rows={found}
        idOf={idOf}
        rowHeight={56}
        scroller={scroller}
        total={found.length}
      >
        {({ item, place }) => (
          <Row
            item={item}
            isChosen={chosen.has(place)}
            onChange={(isAdded) => {
              const next = new Set(chosen);
              if (isAdded) next.add(place);
              else next.delete(place);
              onChoose(next);
            }}
          />
        )}
      </VirtualRows>
    </div>
  );
}

const idOf = ({ place }: PlacedItem) => String(place);

interface RowProps {
  readonly item: ListedItem;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function Row({ item: { name, picture, group }, isChosen, onChange }: RowProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3 px-3 py-1 hover:bg-surface-2">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-accent-text"
      />
      {picture && <Cover path={picture} />}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 leading-snug font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </span>
        {group && <bdi className="block truncate text-sm text-muted">{group}</bdi>}
      </span>
    </label>
  );
}

/** The progress of adding, and its obstacle. */
function Result({
  adding,
  isTooMuch,
}: {
  readonly adding: Pick<Adding, 'progress' | 'failure'>;
  readonly isTooMuch: boolean;
}) {
  const { t } = useTranslation(['channels', 'library']);
  const errorText = useErrorText();
  const { progress, failure } = adding;
  if (progress)
    return (
      <label className="grid gap-1 text-sm">
        <span role="status">{t('paste.progress', { ...progress, ns: 'library' })}</span>
        <progress value={progress.done} max={progress.total} className="h-2 w-full accent-accent-text" />
      </label>
    );
  if (failure)
    return (
      <p role="alert" className="text-sm text-danger">
        {failure.done > 0 && `${t('paste.added', { count: failure.done, ns: 'library' })} `}
        {errorText(failure.error)}
      </p>
    );
  return isTooMuch ? <p className="text-sm text-muted">{t('listed.tooMuch', { count: maxItems })}</p> : null;
}
