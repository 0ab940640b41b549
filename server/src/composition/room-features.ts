import { chatFeature } from '../features/chat/chat.feature.ts';
import { guestsFeature } from '../features/guests/guests.feature.ts';
import { libraryFeature } from '../features/library/library.feature.ts';
import { linkPreviewsFeature } from '../features/link-previews/link-previews.feature.ts';
import { membersFeature } from '../features/members/members.feature.ts';
import { playbackFeature } from '../features/playback/playback.feature.ts';
import { makeStoredPlayback } from '../features/playback/stored-playback.service.ts';
import { providerInstancesFeature } from '../features/provider-instances/provider-instances.feature.ts';
import { providersFeature } from '../features/providers/providers.feature.ts';
import { roomsFeature } from '../features/rooms/rooms.feature.ts';
import { scheduleFeature } from '../features/schedule/schedule.feature.ts';
import { makeSchedules } from '../features/schedule/schedules.ts';
import { ticketsFeature } from '../features/tickets/tickets.feature.ts';
import type { AccountFeatures } from './account-features.ts';
import type { FeatureList } from './feature-list.ts';
import type { Ground } from './ground.ts';
import { isBuiltIn, makeProviding } from './media-providers.ts';
import { addProxy } from './proxy.ts';

export type RoomFeatures = ReturnType<typeof makeRoomFeatures>;

/** Rooms, and all features inside of them. */
export function makeRoomFeatures(ground: Ground, features: FeatureList, accounts: AccountFeatures) {
  const { bans, sessions } = accounts;
  const { secrets, outbox, settings, realtime, watch } = ground;
  const guestsEnabled = () => settings.sessions.enableGuest;
  const { members } = features.add(
    membersFeature({ ...ground, settings: settings.members, bans, guestsEnabled }, watch),
  );
  const { guests } = features.add(guestsFeature({ ...ground, members, jwtSecret: secrets.jwt }));
  const guard = ground.outside('provider instances', accounts.outgoingGuard);
  features.add(providerInstancesFeature({ ...ground, guard, audit: accounts.audit, isBuiltIn }));
  const providing = makeProviding(ground, accounts);
  const { sources } = providing;
  const playback = makeStoredPlayback(ground);
  const schedules = makeSchedules(ground);
  const { library } = features.add(
    libraryFeature({ ...ground, sources, onMediaDeleted: playback.onMediaDeleted }, watch),
  );
  const { rooms, care, door, openRooms } = features.add(
    roomsFeature(
      {
        ...ground,
        bans,
        members,
        nowPlaying: { of: playback.nowPlaying, progress: playback.progress },
        schedules,
        onCreated: async (tx, roomId, creatorId) => {
          await library.createRoot(tx, roomId, creatorId);
          await playback.createState(tx, roomId);
        },
      },
      watch,
    ),
  );
  const { scheduled } = features.add(
    playbackFeature(
      {
        ...ground,
        library,
        sources,
        rooms,
        roundTripP90: (roomId) => realtime.roundTripP90(roomId),
        audience: (roomId) => realtime.audience(roomId),
        watchers: (roomId) => realtime.watchers(roomId),
      },
      watch,
    ),
  );
  features.add(
    scheduleFeature({
      ...ground,
      schedules,
      library,
      rooms: care,
      playback: { ...scheduled, moment: playback.moment },
      audience: (roomId) => realtime.audience(roomId),
      watchers: (roomId) => realtime.watchers(roomId),
    }),
  );
  features.add(linkPreviewsFeature({ ...ground, openRooms }));
  const latestSequence = async (roomId: string) => (await outbox.range(roomId)).latest;
  features.add(chatFeature({ ...ground, rooms, playback, settings: settings.chat, latestSequence }, watch));
  const { tickets } = features.add(ticketsFeature({ ...ground, sessions }));
  const { resolvers } = features.add(
    providersFeature({ ...ground, ...providing, sessions, library, secret: secrets.jwt }),
  );
  addProxy(ground, features, accounts, { members, resolvers });
  return { members, guests, tickets, rooms: care, door };
}
