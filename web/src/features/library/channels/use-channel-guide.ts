import type { ChannelGuide } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { guideLoaderOf } from './guide-loader.ts';
import { holdsForMs, type Programmes, programmesAt } from './programmes.ts';

/** Time that a row which is scrolled away and back shows its cached programmes, in milliseconds. */
const freshMs = 60_000;

/**
 * What a channel of the room shows; null: the item is none with a guide; undefined: not known yet. `version` tells apart
 * what the item was before and after an edit; empty where nobody knows. [WCG1]
 */
export function useChannelGuide(
  mediaId: string,
  version: number | '' = '',
): Programmes & { readonly guide: ChannelGuide | null | undefined } {
  const { room, self } = useRoom();
  const nowMs = () => room.clock.now();
  const { data: guide } = useQuery({
    queryKey: ['channel-guide', room.roomId, self.id, mediaId, version],
    queryFn: () => guideLoaderOf(room.api, room.roomId).load(mediaId),
    enabled: self.permissions.has('browse_library'),
    staleTime: freshMs,
    refetchInterval: ({ state }) => holdsForMs(state.data, nowMs()),
    retry: false,
  });
  return { ...programmesAt(guide, nowMs()), guide };
}

/** Writes the time of a moment in the time zone of the viewer, as their language does. */
export function useTimeText(): (at: string | undefined) => string {
  const { i18n } = useTranslation('channels');
  const format = new Intl.DateTimeFormat(i18n.locale, { hour: 'numeric', minute: '2-digit' });
  return (at) => (at === undefined ? '' : format.format(new Date(at)));
}
