import { chatFeature } from '../features/chat/chat.feature.ts';
import type { Feature } from '../features/feature.ts';
import { guestsFeature } from '../features/guests/guests.feature.ts';
import { libraryFeature } from '../features/library/library.feature.ts';
import { membersFeature } from '../features/members/members.feature.ts';
import { playbackFeature } from '../features/playback/playback.feature.ts';
import { makeStoredPlayback } from '../features/playback/stored-playback.service.ts';
import { roomsFeature } from '../features/rooms/rooms.feature.ts';
import { ticketsFeature } from '../features/tickets/tickets.feature.ts';
import type { AccountFeatures } from './account-features.ts';
import type { Ground } from './ground.ts';

export type RoomFeatures = ReturnType<typeof makeRoomFeatures>;

/** Rooms and all that happens in them. */
export function makeRoomFeatures(ground: Ground, { bans, sessions }: AccountFeatures) {
  const { secrets, clock, random, ids, log, db, outbox, keyValue, passwords, settings, realtime, online, watch } =
    ground;
  const playback = makeStoredPlayback({ db, clock });
  const members = membersFeature(
    { db, clock, settings: settings.members, online, bans, guestsEnabled: () => settings.sessions.enableGuest },
    watch,
  );
  const guests = guestsFeature({ members: members.members, jwtSecret: secrets.jwt, clock, ids });
  const library = libraryFeature({ db, clock, ids, onMediaDeleted: playback.onMediaDeleted }, watch);
  const rooms = roomsFeature(
    {
      db,
      clock,
      ids,
      passwords,
      online,
      keyValue,
      bans,
      members: members.members,
      settings,
      nowPlaying: { of: playback.nowPlaying },
      onCreated: async (tx, roomId, creatorId) => {
        await library.library.createRoot(tx, roomId, creatorId);
        await playback.createState(tx, roomId);
      },
    },
    watch,
  );
  const playing = playbackFeature(
    {
      db,
      clock,
      random,
      log,
      library: library.library,
      rooms: rooms.rooms,
      roundTripP90: (roomId) => realtime.roundTripP90(roomId),
      audience: (roomId) => realtime.audience(roomId),
      watchers: (roomId) => realtime.watchers(roomId),
    },
    watch,
  );
  const latestSequence = async (roomId: string) => (await outbox.range(roomId)).latest;
  const chat = chatFeature(
    { db, clock, ids, log, rooms: rooms.rooms, playback, settings: settings.chat, latestSequence },
    watch,
  );
  const tickets = ticketsFeature({ keyValue, sessions: sessions.sessions, clock, random });
  const list: Feature[] = [members, guests, rooms, library, playing, chat, tickets];
  return { list, members, guests, rooms, tickets };
}
