import type { User } from '@matinee/contract/gen/api.ts';
import { useConnection } from '../../client/room/hooks.ts';
import type { RoomConnection } from '../../client/room/room.ts';
import { Failure } from '../../features/shared/shell/failure.port.tsx';
import { roomEntries } from '../../room/room-entries.tsx';
import { useRoomConnection, useRoomFacts } from '../../room/room-facts.ts';
import { RoomSkeleton } from '../../room/room-skeleton.tsx';
import { preloadTexts } from '../../texts/texts.ts';
import { useDarkRoom } from '../../ui/theme.ts';
import { EmptyFilm, RoomScreen } from './room-screen.tsx';
import { Terminated } from './terminated.tsx';

// Texts of the panels and the film. Features that only have menu items load their own texts.
preloadTexts(...roomEntries.filter(({ panel, keys }) => panel ?? keys).map(({ namespace }) => namespace));
// Beside the connection: it is there before the room says that nothing is chosen.
void EmptyFilm.load();

export interface RoomPageProps {
  readonly roomId: string;
  readonly user: User;
  /** Called when the connection has ended and the person asks whether they can come back. */
  readonly onAgain: () => void;
}

/** Opens the connection, and waits for the data that the screen needs. */
export function RoomPage(props: RoomPageProps) {
  useDarkRoom();
  const room = useRoomConnection(props.roomId, roomEntries);
  return room ? <ConnectedRoom {...props} room={room} /> : <RoomSkeleton />;
}

function ConnectedRoom({ user, onAgain, room }: RoomPageProps & { readonly room: RoomConnection }) {
  const facts = useRoomFacts(room);
  const connection = useConnection(room);
  if (connection.state === 'terminated') {
    return <Terminated reason={connection.reason} message={connection.message} onAgain={onAgain} />;
  }
  if (facts.info) return <RoomScreen user={user} room={room} facts={facts} info={facts.info} />;
  if (facts.error) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <Failure error={facts.error} onRetry={facts.retry} />
      </main>
    );
  }
  return <RoomSkeleton room={room} />;
}
