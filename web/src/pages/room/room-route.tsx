import type { RoomAccess, RoomDiscoveryItem } from '@matinee/contract/gen/api.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { DoorClosed } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { type Api, ApiError } from '../../client/calls/api.ts';
import { preloadRoutes } from '../../client/calls/routes.ts';
import { readPublicSettings } from '../../client/session/public-settings.ts';
import { queryClient } from '../../client/session/query.ts';
import { api as pageApi, useSession } from '../../client/session/session.tsx';
import { cardKey } from '../../features/lobby/rooms/card-key.ts';
import type { InvitationCard } from '../../features/lobby/rooms/invitation.tsx';
import { type GuestSession, makeGuestSession } from '../../features/people/guests/guest-session.ts';
import {
  dropInvitation,
  storedInvitation,
  takeInvitation,
} from '../../features/people/invitations/stored-invitation.port.ts';
import { Failure } from '../../features/shared/shell/failure.port.tsx';
import { Page } from '../../features/shared/shell/page.port.tsx';
import { roomOf } from '../../room/room-query.ts';
import { RoomSkeleton } from '../../room/room-skeleton.tsx';
import { preloadTexts } from '../../texts/texts.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { lazily, loadSoon } from '../../ui/lazily.tsx';
import { EmptyState } from '../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../ui/signs/skeleton.tsx';

const GuestRoom = lazily(() => import('./guest-room.tsx').then((module) => module.GuestRoom));
/** The visitor's view. Members enter the room at once and do not need it. */
const Invitation = lazily(() =>
  import('../../features/lobby/rooms/invitation.tsx').then((module) => module.Invitation),
);
const RoomPage = lazily(() => import('./room-page.tsx').then((module) => module.RoomPage));
const Terminated = lazily(() => import('./terminated.tsx').then((module) => module.Terminated));

/** Loads the room's code, and the code for its first calls. */
export async function loadRoom(): Promise<void> {
  preloadRoutes('UserService.GetRoom', 'RoomService.CreateWebSocketTicket');
  // The texts of all panels are one file.
  preloadTexts('chat');
  await RoomPage.load();
  void loadSoon();
}

/** The card of the room. Uses this tab's invitation if it has a valid one. [WN2] */
async function readCard(api: Api, roomId: string): Promise<InvitationCard> {
  const token = storedInvitation(roomId);
  if (token !== undefined) {
    try {
      const { room, invited_by } = await api.call('UserService.PreviewInvitation', { token });
      if (room?.room?.id === roomId) return { room, invitedBy: invited_by };
    } catch (error) {
      if (!(error instanceof ApiError) || ![404, 409].includes(error.status)) throw error;
    }
    dropInvitation(roomId);
  }
  const { room } = await api.call('UserService.GetRoomDiscovery', { room_id: roomId });
  return { ...(room ? { room } : {}), hasEnded: token !== undefined };
}

const invitationOf = (api: Api, roomId: string, isSignedIn: boolean) =>
  queryOptions({
    queryKey: cardKey(roomId, isSignedIn),
    queryFn: () => readCard(api, roomId),
  });

/**
 * Reads the data of the invitation, and its code where it is shown, so that the page draws it at once instead of an
 * empty one first. Never rejects.
 */
export async function readInvitation(roomId: string): Promise<void> {
  takeInvitation(roomId);
  const isSignedIn = pageApi.tokens.get() !== undefined;
  const settings = readPublicSettings(pageApi).catch(() => undefined);
  const card = invitationOf(pageApi, roomId, isSignedIn);
  await Promise.all([settings, queryClient.prefetchQuery(card)]);
  if (queryClient.getQueryData(card.queryKey)?.room?.access !== 'ENTER') await Invitation.load();
}

const stirs = ['pointermove', 'pointerdown', 'focusin', 'keydown'] as const;

/**
 * Loads the room's code and texts when the visitor moves, because most visitors enter the room. Bots and people who
 * only look load just the card.
 */
function usePreloadedRoom(isReading: boolean): void {
  useEffect(() => {
    if (!isReading) return;
    const ends = new AbortController();
    const load = () => {
      ends.abort();
      void loadRoom();
    };
    for (const event of stirs) document.addEventListener(event, load, { signal: ends.signal, passive: true });
    return () => ends.abort();
  }, [isReading]);
}

/** Milliseconds until the invitation asks the server again: fewer while the person waits to be let in. [WR20] */
function lookAgainMs(access: RoomAccess | undefined): number | false {
  if (access === 'ENTER') return false;
  return access === 'PENDING_APPROVAL' ? 3_000 : 15_000;
}

/** Enters the room. Does not request the new access from the server: that would keep the person waiting. */
function showRoom(api: Api, item: RoomDiscoveryItem, roomId: string): void {
  queryClient.setQueryData(invitationOf(api, roomId, true).queryKey, { room: { ...item, access: 'ENTER' } });
  void queryClient.prefetchQuery(roomOf(api, roomId));
}

/**
 * Present after the session of a member ended in this room: a call may learn of that before the connection does, and
 * the page is then no longer signed in. [WRM6]
 */
function useSignedOut(roomId: string, isInRoom: boolean): { readonly forget: () => void } | undefined {
  const { isSignedIn } = useSession();
  const [entered, setEntered] = useState<string>();
  if (isInRoom && entered !== roomId) setEntered(roomId);
  return entered === roomId && !isSignedIn ? { forget: () => setEntered(undefined) } : undefined;
}

/** Shows the skeleton of a room while the code of `page` loads. */
const inRoom = (page: ReactNode) => <Suspense fallback={<RoomSkeleton />}>{page}</Suspense>;

/** `/r/{room}`: the invitation, then the room once the person is in. */
export function RoomRoute() {
  const { t } = useTranslation('rooms');
  const { api, user, isSignedIn, isKnown } = useSession();
  const { roomId } = useParams({ from: '/r/$roomId' });
  const query = useQuery({
    ...invitationOf(api, roomId, isSignedIn),
    // Keeps the people and the playing item up to date while the invitation is open.
    refetchInterval: ({ state }) => lookAgainMs(state.data?.room?.access),
    refetchOnWindowFocus: ({ state }) => state.data?.room?.access !== 'ENTER',
  });
  usePreloadedRoom(query.isSuccess);
  // A new number makes a new room page, with a new connection.
  const [visit, setVisit] = useState(0);
  const lookAgain = async () => {
    await query.refetch();
    setVisit((count) => count + 1);
  };
  const [guest, setGuest] = useState<GuestSession>();
  const leaveAsGuest = () => {
    setGuest(undefined);
    void query.refetch();
  };
  const item = query.data?.room;
  const signedOut = useSignedOut(roomId, user !== undefined && item?.access === 'ENTER');
  if (signedOut) {
    return inRoom(<Terminated reason="revoked" message="" onAgain={signedOut.forget} />);
  }
  // The room may also be deleted after it was found.
  if (query.error instanceof ApiError && [400, 404].includes(query.error.status)) return <UnknownRoom />;
  if (user && item?.access === 'ENTER') {
    return inRoom(<RoomPage key={`${roomId} ${visit}`} roomId={roomId} user={user} onAgain={() => void lookAgain()} />);
  }
  if (guest?.roomId === roomId && !isSignedIn) {
    return inRoom(<GuestRoom guest={guest} onAgain={leaveAsGuest} />);
  }
  // The profile is not loaded yet.
  if (item?.access === 'ENTER' && !isKnown) return <RoomSkeleton />;
  const [title, retry] = [t('invitation.join'), () => void query.refetch()];
  if (item) {
    return (
      <Suspense fallback={<NoInvitation title={title} error={null} onRetry={retry} />}>
        <Invitation
          item={item}
          invitedBy={query.data?.invitedBy}
          hasEnded={query.data?.hasEnded}
          onChanged={retry}
          onJoined={() => showRoom(api, item, roomId)}
          onGuest={(answer) => setGuest(makeGuestSession(api.baseUrl, answer))}
        />
      </Suspense>
    );
  }
  return <NoInvitation title={title} error={query.error} onRetry={retry} />;
}

interface NoInvitationProps {
  readonly title: string;
  /** Null: it is loading. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

function NoInvitation({ title, error, onRetry }: NoInvitationProps) {
  return (
    <Page width="narrow">
      <h1 className="sr-only">{title}</h1>
      {error ? <Failure error={error} onRetry={onRetry} /> : <Skeleton className="h-96 rounded-card" />}
    </Page>
  );
}

function UnknownRoom() {
  const { t } = useTranslation('rooms');
  return (
    <Page title={t('unknown.title')} width="narrow">
      <h1 className="sr-only">{t('unknown.title')}</h1>
      <EmptyState
        icon={<DoorClosed aria-hidden="true" />}
        title={t('unknown.title')}
        text={t('unknown.text')}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('home', { ns: 'shell' })}
          </Link>
        }
      />
    </Page>
  );
}
