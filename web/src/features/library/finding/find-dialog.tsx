import { Link2, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { pageUrl } from '../../../client/calls/base.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { ScrollRegion } from '../../../ui/lists/scroll-region.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { linksIn } from '../library/links.port.ts';
import { useAccounts } from '../sources/use-accounts.ts';
import type { Adds } from './adds.ts';
import { RoomResults, WatchedResults } from './room-results.tsx';
import { SourceResults } from './source-results.tsx';
import { useSettled } from './use-settled.ts';
import type { SearchableAccount } from './use-source-results.ts';

/** Time without a letter after which servers are asked, in milliseconds. */
const settleMs = 450;
/** Letters from which servers are asked. */
const leastLetters = 2;

export interface FindDialogProps {
  readonly roomId: string;
  /** The initial search text. */
  readonly start: string;
  readonly adds: Adds;
  readonly onClose: () => void;
}

/** Searches films in the room, in the person's history, on YouTube and on their servers. [WFI1] */
export function FindDialog({ roomId, start, adds, onClose }: FindDialogProps) {
  const { t } = useTranslation('finding');
  const [text, setText] = useState(start);
  const links = linksIn(text, pageUrl(''));
  const words = text.trim();
  const closing: Adds = {
    ...adds,
    play: (mediaId) => {
      adds.play(mediaId);
      onClose();
    },
    add: async (item, play) => {
      const isDone = await adds.add(item, play);
      if (isDone && (play || adds.startsAdded)) onClose();
      return isDone;
    },
    openSources: (at) => {
      onClose();
      adds.openSources(at);
    },
  };
  return (
    <Dialog title={t('title')} isOpen isLarge onClose={onClose}>
      <search className="shrink-0 px-5 pb-3 sm:px-6">
        <SearchField label={t('field')} maxLength={200} value={text} isFirst onChange={setText} />
      </search>
      <ScrollRegion label={t('found')} takesFocus={false} className="border-t border-border px-3 pb-6 sm:px-4">
        {links.length > 0 ? (
          <TypedLink
            onAdd={() => {
              onClose();
              adds.addLinks(links);
            }}
          />
        ) : words === '' ? (
          <EmptyState icon={<Search aria-hidden="true" />} title={t('lead')} text={t('leadText')} />
        ) : (
          <Places roomId={roomId} text={words} adds={closing} />
        )}
      </ScrollRegion>
    </Dialog>
  );
}

function TypedLink({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation('finding');
  return (
    <EmptyState
      icon={<Link2 aria-hidden="true" />}
      title={t('link')}
      action={
        <Button kind="primary" onClick={onAdd}>
          {t('addLink')}
        </Button>
      }
    />
  );
}

interface PlacesProps {
  readonly roomId: string;
  readonly text: string;
  readonly adds: Adds;
}

function Places({ roomId, text, adds }: PlacesProps) {
  const local = useDeferredValue(text);
  const settled = useSettled(text, settleMs);
  const { accounts, open, isPending } = useAccounts();
  // Films that play through a personal account cannot be suggested.
  const searched = adds.mayAdd ? [...open, ...accounts] : open;
  const searchable = searched.flatMap((one): readonly SearchableAccount[] =>
    one.entry.search ? [{ ...one, search: one.entry.search }] : [],
  );
  const isLongEnough = [...settled].length >= leastLetters;
  return (
    <>
      <RoomResults roomId={roomId} text={local} adds={adds} />
      <WatchedResults text={local} adds={adds} />
      {isLongEnough &&
        searchable.map((one) => (
          <SourceResults key={`${one.account.provider} ${one.account.id}`} source={one} text={settled} adds={adds} />
        ))}
      {!isPending && <MoreSources hasAny={searchable.length > 0} adds={adds} />}
    </>
  );
}

/** The way to further servers. [WFI5] */
function MoreSources({ hasAny, adds }: { readonly hasAny: boolean; readonly adds: Adds }) {
  const { t } = useTranslation('finding');
  if (!adds.mayAdd) return null;
  return (
    <div className="grid justify-items-start gap-2 px-2 pt-5 text-sm text-muted">
      <p>{t(hasAny ? 'further' : 'none')}</p>
      <Button onClick={() => adds.openSources()}>{t('signIn')}</Button>
    </div>
  );
}
