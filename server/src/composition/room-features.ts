import { ticketsFeature } from '../features/accounts/tickets/tickets.feature.ts';
import type { RecordedFiles } from '../features/files/files/recorded-files.port.ts';
import { makeFilmReader } from '../features/media/conversions/plan/read-film.ts';
import { libraryFeature } from '../features/media/library/library.feature.ts';
import type { Library, LibraryAdditions } from '../features/media/library/library.port.ts';
import { providerInstancesFeature } from '../features/media/provider-instances/provider-instances.feature.ts';
import { providersFeature } from '../features/media/providers/providers.feature.ts';
import { makeItemReports } from '../features/media/providers/reports/item-reports.ts';
import { makeVoteOrder } from '../features/media/queue-votes/vote-order.ts';
import { guestsFeature } from '../features/rooms/guests/guests.feature.ts';
import { membersFeature } from '../features/rooms/members/members.feature.ts';
import type { Members } from '../features/rooms/members/members.port.ts';
import { roomTaxonomy } from '../features/rooms/room-taxonomy/assigning.ts';
import { roomsFeature } from '../features/rooms/rooms/rooms.feature.ts';
import { chatFeature } from '../features/talk/chat/chat.feature.ts';
import type { ChatNotices } from '../features/talk/chat/chat-notices.ts';
import { makeChatNotices } from '../features/talk/chat/notices/notices.ts';
import { playbackFeature } from '../features/watching/playback/playback.feature.ts';
import type { OnItemChanged, PlaybackPort } from '../features/watching/playback/playback.port.ts';
import { makeStoredPlayback } from '../features/watching/playback/stored-playback.service.ts';
import { makeSchedules } from '../features/watching/schedule/schedules.ts';
import { makePageCursors } from '../kernel/signing/page-cursors.ts';
import type { AccountFeatures } from './accounts/account-features.ts';
import type { FeatureList } from './feature-list.ts';
import { addFiles } from './files.ts';
import { makeFilmReading } from './film-reading.ts';
import type { Ground } from './ground.ts';
import { isBuiltIn, makeProviding } from './media-providers.ts';
import { addProxy, makeGuardedUpstream } from './proxy.ts';
import { tellPresenceOfAdders } from './rooms/adders.ts';
import { addConversions } from './rooms/conversions.ts';
import { makeJoinFeatures } from './rooms/join-features.ts';
import { addLiveComments } from './rooms/live-comments.ts';
import { addMemberFiles } from './rooms/member-files.ts';
import { makeNowPlaying } from './rooms/now-playing.ts';
import { addStreams } from './rooms/streams.ts';
import { addSwarms } from './rooms/swarms.ts';
import { addVoice } from './rooms/voice.ts';

export type RoomFeatures = ReturnType<typeof makeRoomFeatures>;

/** The people connected to a room, and the round trips of their connections. */
function connectedTo({ realtime }: Ground) {
  return {
    roundTripP90: (roomId: string) => realtime.roundTripP90(roomId),
    audience: (roomId: string) => realtime.audience(roomId),
    watchers: (roomId: string) => realtime.watchers(roomId),
    attendants: (roomId: string) => [
      ...realtime.watchers(roomId).map(({ userId: id, displayName: name }) => ({ id, name, isGuest: false })),
      ...realtime.guests(roomId).map(({ guestId: id, name }) => ({ id, name, isGuest: true })),
    ],
  };
}

function addProviderInstances(ground: Ground, features: FeatureList, { outgoingGuard, audit }: AccountFeatures) {
  const guard = ground.outside('provider instances', outgoingGuard);
  return features.add(providerInstancesFeature({ ...ground, guard, audit, isBuiltIn }));
}

function addChat(
  ground: Ground,
  features: FeatureList,
  parts: Pick<Parameters<typeof chatFeature>[0], 'rooms' | 'playback' | 'files' | 'notifications' | 'notices'>,
): void {
  const { outbox, settings, watch } = ground;
  const latestSequence = async (roomId: string) => (await outbox.range(roomId)).latest;
  features.add(chatFeature({ ...ground, ...parts, settings: settings.chat, latestSequence }, watch));
}

function addRooms(
  ground: Ground,
  features: FeatureList,
  {
    playback,
    library,
    ...parts
  }: Pick<Parameters<typeof roomsFeature>[0], 'bans' | 'members' | 'schedules'> &
    ReturnType<typeof makeJoinFeatures> & {
      readonly playback: ReturnType<typeof makeStoredPlayback>;
      readonly library: ReturnType<typeof libraryFeature>['library'];
    },
) {
  return features.add(
    roomsFeature(
      {
        ...ground,
        ...parts,
        taxonomy: roomTaxonomy,
        nowPlaying: makeNowPlaying({ db: ground.db, playback, library }),
        playbackState: playback.state,
        onCreated: async (tx, roomId, creatorId) => {
          await library.createRoot(tx, roomId, creatorId);
          await playback.createState(tx, roomId);
        },
      },
      ground.watch,
    ),
  );
}

/** Delivery of film bytes to viewers: proxied from other servers, and as live streams. */
function addDelivery(
  ground: Ground,
  features: FeatureList,
  accounts: AccountFeatures,
  { providing, playback, reports, members, library, libraryAdditions, recordedFiles }: Delivered,
) {
  const { sessions } = accounts;
  const { secrets } = ground;
  const upstream = addMemberFiles(ground, features, accounts, library).reading(makeGuardedUpstream(ground, accounts));
  const { resolvers } = features.add(
    providersFeature({ ...ground, ...providing, reports, sessions, library, upstream, secret: secrets.jwt }),
  );
  const { gate, localFilms } = addProxy(ground, features, accounts, { members, resolvers, upstream });
  const readFilm = makeFilmReader(ground.clock);
  addConversions(ground, features, { gate, localFilms, readFilm, playback, ffmpeg: providing.ffmpeg });
  addStreams(ground, features, accounts, {
    ...{ members, library, gate, upstream, libraryAdditions, recordedFiles },
    ffmpeg: providing.ffmpeg,
    openItem: providing.openItem,
  });
  return { upstream, localFilms, readFilm };
}

interface Delivered {
  readonly providing: ReturnType<typeof makeProviding>;
  readonly playback: Pick<PlaybackPort, 'moment'>;
  readonly reports: ReturnType<typeof makeItemReports>;
  readonly members: Members;
  readonly library: Library;
  readonly libraryAdditions: LibraryAdditions;
  readonly recordedFiles: RecordedFiles;
}

function addMembers(
  ground: Ground,
  features: FeatureList,
  { bans, notifications }: AccountFeatures,
  notices: ChatNotices,
) {
  const { settings, watch } = ground;
  const guestsEnabled = () => settings.sessions.enableGuest;
  const parts = {
    ...ground,
    settings: settings.members,
    bans,
    guestsEnabled,
    notices,
    notifications,
    tellAvailability: tellPresenceOfAdders,
  };
  return features.add(membersFeature(parts, watch));
}

/** Rooms, and the room features on which other features build. */
export function makeRoomFeatures(ground: Ground, features: FeatureList, accounts: AccountFeatures) {
  const { bans, sessions, notifications } = accounts;
  const { secrets, watch } = ground;
  const connected = connectedTo(ground);
  const cursors = makePageCursors(secrets.jwt);
  const notices = makeChatNotices(ground);
  const { members } = addMembers(ground, features, accounts, notices);
  const { guests } = features.add(guestsFeature({ ...ground, members, jwtSecret: secrets.jwt }));
  const instances = addProviderInstances(ground, features, accounts);
  const providing = makeProviding(ground, accounts, instances);
  const { sources, folders, ffmpeg } = providing;
  const onItemChanged: OnItemChanged = (tx, roomId, change) => features.onItemChanged(tx, roomId, change);
  const stored = makeStoredPlayback({ ...ground, onItemChanged });
  const schedules = makeSchedules(ground);
  const reading = makeFilmReading(ground);
  const { library, libraryAdditions, libraryPictures } = features.add(
    libraryFeature(
      { ...ground, ...reading.hooks, sources, folders, cursors, onMediaDeleted: stored.onMediaDeleted },
      watch,
    ),
  );
  const joining = makeJoinFeatures(ground, accounts, members);
  const roomParts = { ...joining, bans, members, schedules, playback: stored, library };
  const { rooms: settingsOf, care, cards, gate, openRooms } = addRooms(ground, features, roomParts);
  const rooms = { ...settingsOf, ...care };
  const swarms = addSwarms(ground, features, { rooms });
  const reports = makeItemReports({ ...ground, ...providing, ...connected, library, playback: stored });
  const voteOrder = makeVoteOrder({ ...ground, library, sources });
  const playing = {
    ...ground,
    ...reading.hooks,
    ...connected,
    ...{ library, sources, rooms, onItemChanged, swarms, voteOrder },
  };
  const playback = features.add(playbackFeature({ ...playing, onWatched: reports.onWatched }, watch));
  addLiveComments(ground, features, accounts, { library, playback: stored, sources });
  const { chatFiles, pictureUploads, madePictures, recordedFiles, ownFiles } = addFiles(ground, features, {
    ...{ sessions, members },
  });
  addChat(ground, features, { rooms, playback: stored, files: chatFiles, notifications, notices });
  addVoice(ground, features, { rooms });
  const { tickets } = features.add(ticketsFeature({ ...ground, sessions }));
  const delivery = addDelivery(ground, features, accounts, {
    ...{ providing, playback: stored, reports, members, library, libraryAdditions, recordedFiles },
  });
  const { scheduled, starter, skipByVote, itemChanges } = playback;
  const read = { library, libraryPictures, itemChanges, madePictures, recordedFiles };
  reading.begin(features, { ...providing, ...delivery, ...read });
  return {
    ...connected,
    ...joining,
    ...{ members, guests, tickets, rooms, cards, gate, openRooms, cursors, notices, schedules },
    ...{ sources, library, libraryAdditions, libraryPictures, pictureUploads, ownFiles },
    ...{ playback: stored, scheduled, starter, skipByVote, ffmpeg },
    upstream: delivery.upstream,
  };
}
