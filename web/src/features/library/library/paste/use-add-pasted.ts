import type { Media } from '@matinee/contract/gen/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSession } from '../../../../client/session/session.tsx';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { accountOf, shared } from '../../../film/playback/source-accounts.port.ts';
import type { AddableMedia } from '../../sources/addable-media.ts';
import { useIsShared } from '../../sources/shared-accounts.ts';
import { useAdding } from '../../sources/use-adding.ts';
import type { RecognizedLink } from '../add-links.port.ts';
import { prepareLinks } from '../prepared-links.port.ts';
import { factsKey } from './use-recognized.ts';

interface PastedParts {
  readonly links: readonly string[];
  readonly mayPlay: boolean;
  /** True: nothing is chosen, so an added item starts. */
  readonly startsAdded: boolean;
  readonly addBatch: (batch: readonly AddableMedia[], play: boolean) => Promise<readonly Media[]>;
  readonly onClose: () => void;
}

/** Adds the media of pasted links. `wait` resolves to the media that the server recognized. [WL12] [WL13] */
export function useAddPasted(
  { links, mayPlay, startsAdded, addBatch, onClose }: PastedParts,
  wait: () => Promise<readonly RecognizedLink[]>,
) {
  const { t } = useTranslation('library');
  const [added, setAdded] = useState<Media>();
  const adding = useAdding(async (batch, play) => {
    const media = await addBatch(batch, play);
    if (links.length === 1) setAdded(media[0]);
  });
  const prepare = usePreparing();
  const asShared = useSharing();
  const add = async (play: boolean) => {
    const prepared = await prepare(await wait().catch(() => []));
    if (prepared === undefined) return;
    const items = prepared.map(asShared);
    const done = await adding.add(items, play);
    if (done === 0 || done < items.length) return;
    if (items.length > 1) showToast(t('paste.added', { count: done }));
    // An item that already plays needs no second press.
    if (items.length > 1 || play || startsAdded || !mayPlay) onClose();
  };
  return { adding, added, add };
}

/**
 * Prepares the items to add. Returns undefined once for an address with an obstacle that the person has not seen yet,
 * however fast they press. [WL18] [WL31]
 */
export function usePreparing() {
  const { t } = useTranslation('library');
  const { api } = useSession();
  const client = useQueryClient();
  const isAsked = useRef(false);
  return async (links: readonly RecognizedLink[]): Promise<readonly AddableMedia[] | undefined> => {
    const [first] = links;
    // Known facts are already in sight.
    const isShown = isAsked.current || (first !== undefined && client.getQueryData(factsKey(first)) !== undefined);
    isAsked.current = true;
    const { items, asksFirst, lists } = await prepareLinks({ api, client }, links);
    if (lists > 0) showToast(t('paste.lists', { count: lists }), 'danger');
    return asksFirst && !isShown ? undefined : items;
  };
}

/** Shares an item if the person shares the account that loads it. */
function useSharing() {
  const isShared = useIsShared();
  return ({ name, source }: AddableMedia): AddableMedia => {
    const account = accountOf(source);
    return { name, source: account && isShared(account) ? shared(source) : source };
  };
}
