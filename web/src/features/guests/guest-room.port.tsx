import type { Room } from '@matinee/contract/gen/api.ts';
import { Link } from '@tanstack/react-router';
import { Clapperboard } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useOnlineMembers } from '../../client/room/hooks.ts';
import type { RoomConnection } from '../../client/room/room.ts';
import { SessionContext, useSession } from '../../client/session/session.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Tabs } from '../../ui/lists/tabs.tsx';
import { Chip } from '../../ui/signs/chip.tsx';
import { Logo } from '../../ui/signs/logo.tsx';
import { ChatPanel } from '../chat/chat-panel.tsx';
import { useChat } from '../chat/use-chat.ts';
import { MembersPanel } from '../members/members-panel.tsx';
import { ConnectionBanner } from '../room/connection-banner.tsx';
import { RoomSkeleton } from '../room/room-skeleton.tsx';
import { Terminated } from '../room/terminated.tsx';
import { type RoomFacts, useRoomConnection, useRoomFacts } from '../room/use-room.ts';
import { Failure } from '../shell/failure.port.tsx';
import { useDocumentTitle } from '../shell/page.port.tsx';
import type { GuestSession } from './guest-session.port.ts';

interface GuestRoomProps {
  readonly guest: GuestSession;
  /** Guest access has ended, or the guest wants to know whether they may come back. */
  readonly onAgain: () => void;
}

/** The room as a guest sees it: who is there and what the host shows, but no film, and nothing to write with. */
export function GuestRoom({ guest, onAgain }: GuestRoomProps) {
  const outer = useSession();
  const session = useMemo(() => ({ ...outer, api: guest.api }), [outer, guest]);
  return (
    <SessionContext value={session}>
      <ConnectedGuest guest={guest} onAgain={onAgain} />
    </SessionContext>
  );
}

function ConnectedGuest({ guest, onAgain }: GuestRoomProps) {
  const room = useRoomConnection(guest.roomId);
  return room ? <OpenGuestRoom guest={guest} onAgain={onAgain} room={room} /> : <RoomSkeleton />;
}

function OpenGuestRoom({ guest, onAgain, room }: GuestRoomProps & { readonly room: RoomConnection }) {
  const facts = useRoomFacts(guest.roomId, room);
  const connection = useConnection(room);
  if (connection.state === 'terminated')
    return <Terminated reason={connection.reason} message={connection.message} onAgain={onAgain} />;
  if (facts.info) return <GuestScreen guest={guest} room={room} facts={facts} info={facts.info} />;
  return facts.error ? (
    <main className="grid min-h-dvh place-items-center">
      <Failure error={facts.error} onRetry={onAgain} />
    </main>
  ) : (
    <RoomSkeleton />
  );
}

interface GuestScreenProps {
  readonly guest: GuestSession;
  readonly room: RoomConnection;
  readonly facts: RoomFacts;
  readonly info: Room;
}

function GuestScreen({ guest, room, facts, info }: GuestScreenProps) {
  const { t } = useTranslation('guests');
  const [tab, setTab] = useState<'people' | 'chat'>('people');
  const chat = useChat(guest.roomId, room, guest.guestId, facts.permissions.has('view_chat_history'));
  const online = useOnlineMembers(room);
  const onlineCount = online ? online.memberCount + online.guestCount : info.online_count;
  useDocumentTitle(info.name);
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-bg">
      <header className="flex h-14 shrink-0 items-center gap-2 border-b border-border bg-surface px-2 sm:px-3">
        <Link to="/" aria-label={t('home')} className="grid size-11 shrink-0 place-items-center rounded-control">
          <Logo />
        </Link>
        <h1 dir="auto" className="min-w-0 flex-1 truncate font-semibold">
          {info.name}
        </h1>
        <Chip>{t('youAre', { name: guest.name })}</Chip>
      </header>
      <ConnectionBanner room={room} />
      <main className="flex min-h-0 flex-1 flex-col side:flex-row">
        <section
          aria-label={t('film')}
          className="grid shrink-0 place-items-center gap-4 p-8 text-center side:min-w-0 side:flex-1 side:overflow-y-auto"
        >
          <div className="grid max-w-sm gap-4 justify-items-center">
            <Clapperboard size={40} aria-hidden="true" className="text-accent-text" />
            <p className="text-balance">{t(facts.permissions.has('view_members') ? 'noFilm' : 'noFilmNobody')}</p>
            <Link to="/signup" search={{ return: `/r/${info.id}` }} className={buttonClass('primary', 'large')}>
              {t('signUp')}
            </Link>
            <Link to="/signin" search={{ return: `/r/${info.id}` }} className={buttonClass('quiet')}>
              {t('signIn')}
            </Link>
          </div>
        </section>
        <aside
          aria-label={t('panel')}
          className="flex min-h-0 flex-1 flex-col border-border bg-surface side:w-[clamp(17rem,36vw,24rem)] side:flex-none side:border-s"
        >
          <Tabs<'people' | 'chat'>
            label={t('panel')}
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: 'people',
                label: t('people', { count: onlineCount }),
                content: (
                  <MembersPanel
                    roomId={guest.roomId}
                    room={room}
                    self={{ id: guest.guestId, role: 'guest', permissions: facts.permissions }}
                  />
                ),
              },
              {
                value: 'chat',
                label: t('chat'),
                content: facts.permissions.has('view_chat_history') ? (
                  <ChatPanel chat={chat} selfId={guest.guestId} isShown={tab === 'chat'} closed="guest" />
                ) : (
                  <p className="p-6 text-center text-muted">{t('chatHidden')}</p>
                ),
              },
            ]}
          />
        </aside>
      </main>
    </div>
  );
}
