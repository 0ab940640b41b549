import { useSession } from '../../../client/session/session.tsx';
import { ContinueWatching } from './continue-watching.tsx';
import { Favorites } from './favorites.tsx';
import { LiveNow } from './live-now.tsx';
import { MyRooms } from './my-rooms.tsx';
import { PublicRooms } from './public-rooms.tsx';

/** The lists of the start page: films to continue and rooms with people, then the user's rooms and public ones. */
export function RoomLists() {
  const { user, isKnown } = useSession();
  return (
    <>
      {user && <ContinueWatching />}
      {isKnown && <LiveNow />}
      {user && <Favorites />}
      {user && <MyRooms />}
      {isKnown && <PublicRooms />}
    </>
  );
}
