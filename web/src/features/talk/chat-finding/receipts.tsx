import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { MemberAvatar } from '../../people/members/member-avatar.port.tsx';

/**
 * The server does not announce receipts, so the page asks for them this often, in milliseconds, while it is visible.
 */
const askMs = 15_000;
/** Most readers that the line names. */
const mostNamed = 3;

/** The readers of one's own last message. A press also names the people who have not read it. [WC15] */
export function Receipts({ message }: { readonly message: ChatMessage }) {
  const { t, i18n } = useTranslation('chat-finding');
  const { info } = useRoom();
  const { api } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['chat-receipts', info.id, message.id],
    queryFn: () => api.call('RoomService.GetChatMessageReadReceipts', { room_id: info.id, message_id: message.id }),
    refetchInterval: askMs,
  });
  if (!data || data.read_count === 0) return null;
  const { read_by, read_count: count, unread_by, unread_count } = data;
  const names = read_by.map(({ display_name }) => display_name);
  const isShort = names.length === count && count <= mostNamed;
  const text =
    unread_count === 0 && count > 1
      ? t('seenByAll')
      : isShort
        ? t('seenByNames', { names: new Intl.ListFormat(i18n.locale).format(names) })
        : t('seenBy', { count });
  if (names.length === 0) return <p className="text-xs text-muted">{text}</p>;
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="block min-h-6 max-w-full truncate text-start text-xs text-muted hover:text-text"
      >
        {text}
      </button>
      <Dialog title={t('receipts')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Readers title={t('seen')} people={read_by} />
        {unread_by.length > 0 && <Readers title={t('notSeen')} people={unread_by} />}
      </Dialog>
    </>
  );
}

interface ReadersProps {
  readonly title: string;
  readonly people: readonly { readonly user_id: string; readonly display_name: string }[];
}

function Readers({ title, people }: ReadersProps) {
  return (
    <section className="mb-4">
      <h3 className="mb-2 text-sm font-semibold text-muted">{title}</h3>
      <ul className="grid grid-cols-1 gap-2">
        {people.map(({ user_id, display_name }) => (
          <li key={user_id} className="flex items-center gap-3">
            <MemberAvatar id={user_id} name={display_name} />
            <bdi className="truncate">{display_name}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
