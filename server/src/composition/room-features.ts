import { chatFeature } from '../features/chat/chat.feature.ts';
import { guestsFeature } from '../features/guests/guests.feature.ts';
import { historyFeature } from '../features/history/history.feature.ts';
import { makeHistoryKeeper } from '../features/history/history-keeper.ts';
import { libraryFeature } from '../features/library/library.feature.ts';
import { linkPreviewsFeature } from '../features/link-previews/link-previews.feature.ts';
import { membersFeature } from '../features/members/members.feature.ts';
import { playbackFeature } from '../features/playback/playback.feature.ts';
import { makeStoredPlayback } from '../features/playback/stored-playback.service.ts';
import { providerInstancesFeature } from '../features/provider-instances/provider-instances.feature.ts';
import { providersFeature } from '../features/providers/providers.feature.ts';
import { makeItemReports } from '../features/providers/reports/item-reports.ts';
import { roomsFeature } from '../features/rooms/rooms.feature.ts';
import { scheduleFeature } from '../features/schedule/schedule.feature.ts';
import { makeSchedules } from '../features/schedule/schedules.ts';
import { ticketsFeature } from '../features/tickets/tickets.feature.ts';
import { makePageCursors } from '../kernel/page-cursors.ts';
import type { AccountFeatures } from './account-features.ts';
import type { FeatureList } from './feature-list.ts';
import { makeFilmReading } from './film-reading.ts';
import type { Ground } from './ground.ts';
import { isBuiltIn, makeProviding } from './media-providers.ts';
import { addProxy, makeUpstreamOf } from './proxy.ts';

export type RoomFeatures = ReturnType<typeof makeRoomFeatures>;

/** Who is connected to a room, and how far away they are. */
function connectedTo({ realtime }: Ground) {
  return {
    roundTripP90: (roomId: string) => realtime.roundTripP90(roomId),
    audience: (roomId: string) => realtime.audience(roomId),
    watchers: (roomId: string) => realtime.watchers(roomId),
  };
}

function addProviderInstances(ground: Ground, features: FeatureList, { outgoingGuard, audit }: AccountFeatures) {
  const guard = ground.outside('provider instances', outgoingGuard);
  return features.add(providerInstancesFeature({ ...ground, guard, audit, isBuiltIn }));
}

/** Rooms, and all features inside of them. */
export function makeRoomFeatures(ground: Ground, features: FeatureList, accounts: AccountFeatures) {
  const { bans, sessions } = accounts;
  const { secrets, outbox, settings, watch } = ground;
  const connected = connectedTo(ground);
  const cursors = makePageCursors(secrets.jwt);
  const guestsEnabled = () => settings.sessions.enableGuest;
  const { members } = features.add(
    membersFeature({ ...ground, settings: settings.members, bans, guestsEnabled }, watch),
  );
  const { guests } = features.add(guestsFeature({ ...ground, members, jwtSecret: secrets.jwt }));
  const instances = addProviderInstances(ground, features, accounts);
  const providing = makeProviding(ground, accounts, instances);
  const { sources, folders } = providing;
  const history = makeHistoryKeeper(ground);
  const playback = makeStoredPlayback({ ...ground, history });
  const schedules = makeSchedules(ground);
  const { onMediaDeleted } = playback;
  const reading = makeFilmReading(ground);
  const { library } = features.add(
    libraryFeature({ ...ground, ...reading.hooks, sources, folders, cursors, onMediaDeleted }, watch),
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
  const reports = makeItemReports({ ...ground, ...providing, ...connected, library, playback });
  const { onWatched } = reports;
  const { scheduled, starter, itemChanges } = features.add(
    playbackFeature({ ...ground, ...reading.hooks, library, sources, rooms, history, onWatched, ...connected }, watch),
  );
  features.add(historyFeature({ ...ground, library, starter, cursors }));
  features.add(
    scheduleFeature({
      ...ground,
      schedules,
      library,
      rooms: care,
      playback: { ...scheduled, moment: playback.moment },
      ...connected,
    }),
  );
  features.add(linkPreviewsFeature({ ...ground, openRooms }));
  const latestSequence = async (roomId: string) => (await outbox.range(roomId)).latest;
  features.add(chatFeature({ ...ground, rooms, playback, settings: settings.chat, latestSequence }, watch));
  const { tickets } = features.add(ticketsFeature({ ...ground, sessions }));
  const { resolvers } = features.add(
    providersFeature({ ...ground, ...providing, reports, sessions, library, secret: secrets.jwt }),
  );
  const upstream = makeUpstreamOf(ground, accounts);
  addProxy(ground, features, accounts, { members, resolvers, upstream });
  reading.begin(features, { ...providing, library, itemChanges, upstream });
  return { members, guests, tickets, rooms: care, door };
}
