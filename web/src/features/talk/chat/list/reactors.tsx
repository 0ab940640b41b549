import type { ChatReaction } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../../client/session/session.tsx';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';

/** Most people that the text names. */
const mostNamed = 12;

export interface ReactorsProps {
  readonly id: string;
  readonly messageId: string;
  readonly reaction: ChatReaction;
}

/** The people who reacted, in words, above the reactions. [WC19] */
export function Reactors({ id, ...asked }: ReactorsProps) {
  const text = useText(asked);
  return (
    <p
      id={id}
      role="tooltip"
      className="pointer-events-none absolute start-0 bottom-full z-20 mb-1 w-fit max-w-full rounded-lg bg-text px-2 py-1 text-xs font-medium text-bg wrap-anywhere"
    >
      {text}
    </p>
  );
}

function useText({ messageId, reaction: { reaction_key, count } }: Omit<ReactorsProps, 'id'>): string {
  const { t, i18n } = useTranslation('emoji');
  const { info, self } = useRoom();
  const { api } = useSession();
  const { data, isError } = useQuery({
    queryKey: ['chat-reactors', info.id, messageId, reaction_key, count],
    queryFn: () =>
      api.call('RoomService.ListChatReactionUsers', {
        room_id: info.id,
        message_id: messageId,
        reaction_key,
        page_size: mostNamed,
      }),
  });
  if (isError) return t('reactorsFailed');
  if (!data) return t('reactorsLoading');
  const names = data.users.map(({ user_id, display_name }) => (user_id === self.id ? t('youReacted') : display_name));
  const others = data.total - names.length;
  const users = new Intl.ListFormat(i18n.locale, others > 0 ? { style: 'narrow', type: 'unit' } : {}).format(names);
  return others > 0
    ? t('reactorsMore', { users, count: others, emoji: reaction_key })
    : t('reactors', { users, emoji: reaction_key });
}
