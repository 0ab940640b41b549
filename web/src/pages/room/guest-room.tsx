import type { Room } from '@matinee/contract/gen/api.ts';
import { Link } from '@tanstack/react-router';
import { Clapperboard } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useConnection } from '../../client/room/hooks.ts';
import type { RoomConnection } from '../../client/room/room.ts';
import { usePublicSettings } from '../../client/session/public-settings.ts';
import { SessionContext, useSession } from '../../client/session/session.tsx';
import { InstantJoinForm } from '../../features/account/instant-accounts/instant-join-form.port.tsx';
import type { GuestSession } from '../../features/people/guests/guest-session.ts';
import { Failure } from '../../features/shared/shell/failure.port.tsx';
import { useDocumentTitle } from '../../features/shared/shell/page.port.tsx';
import { ConnectionBanner } from '../../room/connection-banner.tsx';
import { RoomProviders, roomEntries } from '../../room/room-entries.tsx';
import type { RoomEntry } from '../../room/room-entry.ts';
import { type RoomFacts, useRoomConnection, useRoomFacts } from '../../room/room-facts.ts';
import { RoomPanels } from '../../room/room-panels.tsx';
import type { RoomScope } from '../../room/room-scope.ts';
import { RoomSkeleton } from '../../room/room-skeleton.tsx';
import { RoomStrips } from '../../room/room-strips.tsx';
import { useTranslation } from '../../texts/use-translation.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Chip } from '../../ui/signs/chip.tsx';
import { Logo } from '../../ui/signs/logo.tsx';
import { Terminated } from './terminated.tsx';

/** The entries with panels that guests see, in the order for guests. Entries that have only a strip follow. */
const guestEntries = roomEntries
  .filter(({ panel, strip }) => panel?.guestOrder !== undefined || strip)
  .sort((a, b) => guestPlace(a) - guestPlace(b));

function guestPlace({ panel }: RoomEntry): number {
  return panel?.guestOrder ?? 100;
}

interface GuestRoomProps {
  readonly guest: GuestSession;
  /** Called when guest access has ended, or when the guest asks whether they may come back. */
  readonly onAgain: () => void;
}

/** The room as a guest sees it: the people in it and the parts that the host shows, but no film and no way to write. */
export function GuestRoom({ guest, onAgain }: GuestRoomProps) {
  const outer = useSession();
  const session = useMemo(() => ({ ...outer, api: guest.api }), [outer, guest]);
  // A guest who becomes a member uses the session of the page, not the guest's.
  const wayIn = (
    <SessionContext value={outer}>
      <WayIn roomId={guest.roomId} />
    </SessionContext>
  );
  return (
    <SessionContext value={session}>
      <ConnectedGuest guest={guest} onAgain={onAgain} wayIn={wayIn} />
    </SessionContext>
  );
}

interface ConnectedGuestProps extends GuestRoomProps {
  readonly wayIn: ReactNode;
}

function ConnectedGuest(props: ConnectedGuestProps) {
  const room = useRoomConnection(props.guest.roomId, roomEntries);
  return room ? <OpenGuestRoom {...props} room={room} /> : <RoomSkeleton />;
}

function OpenGuestRoom({ guest, onAgain, wayIn, room }: ConnectedGuestProps & { readonly room: RoomConnection }) {
  const facts = useRoomFacts(room);
  const connection = useConnection(room);
  if (connection.state === 'terminated')
    return <Terminated reason={connection.reason} message={connection.message} onAgain={onAgain} />;
  if (facts.info) return <GuestScreen guest={guest} room={room} facts={facts} info={facts.info} wayIn={wayIn} />;
  return facts.error ? (
    <main className="grid min-h-dvh place-items-center">
      <Failure error={facts.error} onRetry={onAgain} />
    </main>
  ) : (
    <RoomSkeleton room={room} />
  );
}

interface GuestScreenProps {
  readonly guest: GuestSession;
  readonly room: RoomConnection;
  readonly facts: RoomFacts;
  readonly info: Room;
  readonly wayIn: ReactNode;
}

function GuestScreen({ guest, room, facts, info, wayIn }: GuestScreenProps) {
  const { settings, permissions } = facts;
  const [shown, show] = useState(guestEntries[0]?.namespace ?? '');
  const scope = useMemo(
    (): RoomScope => ({
      room,
      info,
      settings,
      self: { id: guest.guestId, role: 'guest', permissions },
      server: undefined,
      showPanel: show,
      arePanelsShown: true,
      // Guests have neither the menu nor the keys that call these.
      togglePanels: () => undefined,
      openDialog: () => undefined,
    }),
    [room, info, settings, guest.guestId, permissions],
  );
  useDocumentTitle(info.name);
  const seesSomething = permissions.has('view_members') || permissions.has('view_chat_history');
  return (
    <RoomProviders scope={scope} entries={guestEntries}>
      <div className="flex h-dvh flex-col overflow-hidden bg-bg">
        <GuestHeader info={info} name={guest.name} />
        <ConnectionBanner room={room} />
        {!seesSomething && <RoomStrips entries={guestEntries} place="panels" />}
        <main className="flex min-h-0 flex-1 flex-col side:flex-row">
          <NoFilm text={permissions.has('view_members') ? 'noFilm' : seesSomething ? 'noFilmNobody' : 'nothing'}>
            {wayIn}
          </NoFilm>
          {seesSomething && <RoomPanels entries={guestEntries} shown={shown} areShown onShow={show} />}
        </main>
      </div>
    </RoomProviders>
  );
}

function GuestHeader({ info, name }: { readonly info: Room; readonly name: string }) {
  const { t } = useTranslation('guests');
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-border bg-surface px-2 sm:px-3">
      <Link to="/" aria-label={t('home')} className="grid size-11 shrink-0 place-items-center rounded-control">
        <Logo />
      </Link>
      <h1 dir="auto" className="min-w-0 flex-1 truncate font-semibold">
        {info.name}
      </h1>
      <Chip>{t('youAre', { name })}</Chip>
    </header>
  );
}

interface NoFilmProps {
  /** Key of the text that lists what guests can see. */
  readonly text: string;
  readonly children: ReactNode;
}

/** Takes the place of the film for guests. [WG3] */
function NoFilm({ text, children }: NoFilmProps) {
  const { t } = useTranslation('guests');
  return (
    <section
      aria-label={t('film')}
      className="grid max-h-full shrink-0 place-items-center gap-4 overflow-y-auto p-6 text-center only:flex-1 side:min-w-0 side:flex-1 side:p-8"
    >
      <div className="grid w-full max-w-sm gap-4 justify-items-center">
        <Clapperboard size={40} aria-hidden="true" className="text-accent-text" />
        <p className="text-balance">{t(text)}</p>
        {children}
      </div>
    </section>
  );
}

/** The guest's way to the film: just a name if the server allows instant accounts, else an account. [WG3] */
function WayIn({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation('guests');
  const settings = usePublicSettings();
  const search = { return: `/r/${roomId}` };
  return (
    <div className="grid w-full gap-3">
      {settings.data?.instant_signup_enabled ? (
        // A room with a password lets no guests in.
        <InstantJoinForm roomId={roomId} hasPassword={false} />
      ) : (
        <Link to="/signup" search={search} className={buttonClass('primary', 'large')}>
          {t('signUp')}
        </Link>
      )}
      <Link to="/signin" search={search} className={buttonClass('quiet')}>
        {t('signIn')}
      </Link>
    </div>
  );
}
