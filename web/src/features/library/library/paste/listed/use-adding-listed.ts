import type { ListedItem } from '@matinee/contract/gen/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../../../client/session/session.tsx';
import { useTranslation } from '../../../../../texts/use-translation.ts';
import { showToast } from '../../../../../ui/signs/toast.tsx';
import { channelOf } from '../../../channels/channel-of.ts';
import type { AddableMedia } from '../../../sources/addable-media.ts';
import { type AddBatch, useAdding } from '../../../sources/use-adding.ts';
import type { RecognizedLink } from '../../add-links.port.ts';
import { prepareLinks } from '../../prepared-links.port.ts';

/** Up to this many addresses are asked how they play. More items than that are added without asking. */
const maxPrepared = 40;

/** Adds items of a list in their order, as channels with the guide at `guideUrl`; empty: none. [WL33] [WCG4] */
export function useAddingListed(addBatch: AddBatch, guideUrl: string, onDone: () => void) {
  const { t } = useTranslation('library');
  const { api } = useSession();
  const client = useQueryClient();
  const adding = useAdding(addBatch);
  const [isPreparing, setPreparing] = useState(false);
  const add = async (chosen: readonly ListedItem[]) => {
    setPreparing(true);
    const links = chosen.map((item) => linkOf(item, guideUrl));
    const isShort = links.length <= maxPrepared;
    const { items, lists } = isShort
      ? await prepareLinks({ api, client }, links)
      : { items: links.map(mediaOf), lists: 0 };
    setPreparing(false);
    if (lists > 0) showToast(t('paste.lists', { count: lists }), 'danger');
    if (items.length === 0) return;
    const done = await adding.add(items, false);
    if (done > 0) showToast(t('paste.added', { count: done }));
    if (done === items.length) onDone();
  };
  return { ...adding, isBusy: isPreparing || adding.progress !== undefined, add };
}

interface ListedLink extends RecognizedLink {
  readonly found: NonNullable<RecognizedLink['found']>;
}

function linkOf({ name, url, format, ...item }: ListedItem, guideUrl: string): ListedLink {
  const address = { url, subtitles: [], alternatives: [], headers: {}, danmakus: [] };
  const source = { direct_url: address, ...channelOf(item, guideUrl) };
  const found = { provider: 'direct_url', name, format, source };
  return { link: url, found, site: undefined, folder: undefined };
}

const mediaOf = ({ found: { name, source } }: ListedLink): AddableMedia => ({ name, source });
