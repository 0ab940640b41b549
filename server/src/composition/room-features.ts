import { makeOutgoingSockets } from '../drivers/outgoing-socket/outgoing-socket.ts';
import type { UpstreamClient } from '../drivers/upstream/upstream.ts';
import { ticketsFeature } from '../features/accounts/tickets/tickets.feature.ts';
import { tellAvailability } from '../features/media/library/availability.ts';
import { libraryFeature } from '../features/media/library/library.feature.ts';
import type { Library } from '../features/media/library/library.port.ts';
import { picturesFeature } from '../features/media/pictures/pictures.feature.ts';
import { providerInstancesFeature } from '../features/media/provider-instances/provider-instances.feature.ts';
import { providersFeature } from '../features/media/providers/providers.feature.ts';
import { makeItemReports } from '../features/media/providers/reports/item-reports.ts';
import { sharedSubtitlesFeature } from '../features/media/shared-subtitles/shared-subtitles.feature.ts';
import { discoveryFeature } from '../features/rooms/discovery/discovery.feature.ts';
import { guestsFeature } from '../features/rooms/guests/guests.feature.ts';
import { membersFeature } from '../features/rooms/members/members.feature.ts';
import type { Members } from '../features/rooms/members/members.port.ts';
import { myRoomsFeature } from '../features/rooms/my-rooms/my-rooms.feature.ts';
import { roomTaxonomy } from '../features/rooms/room-taxonomy/assigning.ts';
import { roomTaxonomyFeature } from '../features/rooms/room-taxonomy/room-taxonomy.feature.ts';
import { roomsFeature } from '../features/rooms/rooms/rooms.feature.ts';
import { chatFeature } from '../features/talk/chat/chat.feature.ts';
import type { ChatNotices } from '../features/talk/chat/chat-notices.ts';
import { makeChatNotices } from '../features/talk/chat/notices/notices.ts';
import { filmMomentsFeature } from '../features/talk/film-moments/film-moments.feature.ts';
import type { FilmMomentsParts } from '../features/talk/film-moments/film-moments.service.ts';
import { filmReactionsFeature } from '../features/talk/film-reactions/film-reactions.feature.ts';
import { linkPreviewsFeature } from '../features/talk/link-previews/link-previews.feature.ts';
import { liveCommentsFeature } from '../features/talk/live-comments/live-comments.feature.ts';
import { pollsFeature } from '../features/talk/polls/polls.feature.ts';
import { ratingsFeature } from '../features/talk/ratings/ratings.feature.ts';
import { diagnosisFeature } from '../features/watching/diagnosis/diagnosis.feature.ts';
import { historyFeature } from '../features/watching/history/history.feature.ts';
import type { HistoryKeeper } from '../features/watching/history/history.port.ts';
import { makeHistoryKeeper } from '../features/watching/history/history-keeper.ts';
import { playbackFeature } from '../features/watching/playback/playback.feature.ts';
import { playingRooms } from '../features/watching/playback/playback.store.ts';
import { makeStoredPlayback } from '../features/watching/playback/stored-playback.service.ts';
import { scheduleFeature } from '../features/watching/schedule/schedule.feature.ts';
import { makeSchedules } from '../features/watching/schedule/schedules.ts';
import { skipVotesFeature } from '../features/watching/skip-votes/skip-votes.feature.ts';
import { forgetVotes } from '../features/watching/skip-votes/vote-keeper.ts';
import { makePageCursors } from '../kernel/page-cursors.ts';
import type { AccountFeatures } from './account-features.ts';
import type { FeatureList } from './feature-list.ts';
import { addFiles } from './files.ts';
import { makeFilmReading } from './film-reading.ts';
import type { Ground } from './ground.ts';
import { isBuiltIn, makeProviding } from './media-providers.ts';
import { addProxy, makeGuardedUpstream } from './proxy.ts';
import { addConversions } from './rooms/conversions.ts';
import { addJoinFeatures, makeJoinFeatures } from './rooms/join-features.ts';
import { addStreams } from './rooms/streams.ts';
import { addSwarms } from './rooms/swarms.ts';
import { addVoice } from './rooms/voice.ts';
import { addressAt } from './site-addresses.ts';

export type RoomFeatures = ReturnType<typeof makeRoomFeatures>;

/** Who is connected to a room, and how long messages take to them and back. */
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

function addLiveComments(
  ground: Ground,
  features: FeatureList,
  { outgoingGuard: guard }: AccountFeatures,
  parts: Pick<Parameters<typeof liveCommentsFeature>[0], 'library' | 'playback' | 'sources'>,
): void {
  const { clock, db, keyValue, realtime, sites, watch, outside } = ground;
  const { connect } = outside('live comments', { connect: makeOutgoingSockets({ guard, clock }) });
  features.add(
    liveCommentsFeature(
      {
        ...ground,
        ...parts,
        connect: (url, headers, listener) => connect(addressAt(url, sites), headers, listener),
        keys: keyValue.orLocal,
        replicaId: db.origin,
        replicaCount: () => realtime.replicaCount,
        publish: realtime.publish,
      },
      watch,
    ),
  );
}

function addFilmReactions(
  ground: Ground,
  features: FeatureList,
  parts: Pick<Parameters<typeof filmReactionsFeature>[0], 'rooms'> & Pick<FilmMomentsParts, 'playback'>,
): void {
  const { note: onReaction } = features.add(filmMomentsFeature({ ...ground, ...parts }));
  const { db, realtime, settings } = ground;
  const { publish } = realtime;
  features.add(
    filmReactionsFeature({
      ...ground,
      ...parts,
      onReaction,
      settings: settings.chat,
      publish,
      replicaId: db.origin,
      replicaCount: () => realtime.replicaCount,
    }),
  );
}

function addChat(
  ground: Ground,
  features: FeatureList,
  parts: Pick<Parameters<typeof chatFeature>[0], 'rooms' | 'playback' | 'files' | 'notifications'>,
): void {
  const { outbox, settings, watch } = ground;
  const latestSequence = async (roomId: string) => (await outbox.range(roomId)).latest;
  features.add(chatFeature({ ...ground, ...parts, settings: settings.chat, latestSequence }, watch));
}

/** The chat of a room, what flies over its film, its calls, its polls and its ratings. */
function addTalk(
  ground: Ground,
  features: FeatureList,
  parts: Parameters<typeof addChat>[2] &
    Parameters<typeof addFilmReactions>[2] &
    Pick<Parameters<typeof pollsFeature>[0], 'library' | 'notices'>,
): void {
  addChat(ground, features, parts);
  addFilmReactions(ground, features, parts);
  addVoice(ground, features, parts);
  features.add(pollsFeature({ ...ground, ...parts, settings: ground.settings.chat }));
  features.add(ratingsFeature({ ...ground, ...parts }));
}

/** How it is with viewers, and what is wrong. */
function addDiagnosis(
  ground: Ground,
  features: FeatureList,
  {
    ffmpeg,
    ...parts
  }: Pick<Parameters<typeof diagnosisFeature>[0], 'playback' | 'rooms'> & {
    readonly ffmpeg: ReturnType<typeof makeProviding>['ffmpeg'];
  },
): void {
  const { config, db, realtime } = ground;
  features.add(
    diagnosisFeature({
      ...ground,
      ...parts,
      ...connectedTo(ground),
      replicaId: db.origin,
      replicaCount: () => realtime.replicaCount,
      conversion: () => (!config['conversion.enabled'] ? 'off' : ffmpeg.found ? 'on' : 'no_ffmpeg'),
    }),
  );
}

function addSchedule(
  ground: Ground,
  features: FeatureList,
  parts: Pick<Parameters<typeof scheduleFeature>[0], 'schedules' | 'library' | 'rooms' | 'playback'>,
): void {
  features.add(scheduleFeature({ ...ground, ...parts, ...connectedTo(ground) }));
}

/** Records of a room: a change of the item goes into the history and into the chat. */
function makeRecords(ground: Ground): { readonly notices: ChatNotices; readonly history: HistoryKeeper } {
  const notices = makeChatNotices(ground);
  const keeper = makeHistoryKeeper(ground);
  const history: HistoryKeeper = {
    async keep(tx, roomId, change) {
      await keeper.keep(tx, roomId, change);
      await notices.itemChanged(tx, roomId, change);
      forgetVotes(tx, roomId, change.begun?.mediaId);
    },
  };
  return { notices, history };
}

/** Categories and labels of rooms, and ways to find rooms. */
function addFinding(
  ground: Ground,
  features: FeatureList,
  { audit }: AccountFeatures,
  parts: Pick<Parameters<typeof discoveryFeature>[0], 'cards' | 'rooms' | 'cursors'>,
): void {
  features.add(roomTaxonomyFeature({ ...ground, audit }));
  features.add(discoveryFeature({ ...ground, ...parts, audit, playingRooms }));
  features.add(myRoomsFeature({ ...ground, ...parts, playingRooms }));
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
        nowPlaying: { of: playback.nowPlaying, progress: playback.progress, progressOf: playback.progressOf },
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

/** Ways for the bytes of films to reach viewers: from other servers through this one, and as live streams. */
function addDelivery(
  ground: Ground,
  features: FeatureList,
  accounts: AccountFeatures,
  { providing, reports, members, library }: Delivered,
): UpstreamClient {
  const { sessions } = accounts;
  const { secrets } = ground;
  const upstream = makeGuardedUpstream(ground, accounts);
  const { resolvers } = features.add(
    providersFeature({ ...ground, ...providing, reports, sessions, library, upstream, secret: secrets.jwt }),
  );
  const { gate, localFilms } = addProxy(ground, features, accounts, { members, resolvers, upstream });
  addConversions(ground, features, { gate, localFilms, ffmpeg: providing.ffmpeg });
  addStreams(ground, features, accounts, { members, library, gate });
  return upstream;
}

interface Delivered {
  readonly providing: ReturnType<typeof makeProviding>;
  readonly reports: ReturnType<typeof makeItemReports>;
  readonly members: Members;
  readonly library: Library;
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
    tellAvailability,
  };
  return features.add(membersFeature(parts, watch));
}

/** Rooms, and all features inside of them. */
export function makeRoomFeatures(ground: Ground, features: FeatureList, accounts: AccountFeatures) {
  const { bans, sessions, notifications } = accounts;
  const { secrets, watch } = ground;
  const connected = connectedTo(ground);
  const cursors = makePageCursors(secrets.jwt);
  const { notices, history } = makeRecords(ground);
  const { members } = addMembers(ground, features, accounts, notices);
  const { guests } = features.add(guestsFeature({ ...ground, members, jwtSecret: secrets.jwt }));
  const instances = addProviderInstances(ground, features, accounts);
  const providing = makeProviding(ground, accounts, instances);
  const { sources, folders } = providing;
  const playback = makeStoredPlayback({ ...ground, history });
  const schedules = makeSchedules(ground);
  const { onMediaDeleted } = playback;
  const reading = makeFilmReading(ground);
  const { library, libraryPictures } = features.add(
    libraryFeature({ ...ground, ...reading.hooks, sources, folders, cursors, onMediaDeleted }, watch),
  );
  const joinFeatures = makeJoinFeatures(ground, accounts, members);
  const roomParts = { ...joinFeatures, bans, members, schedules, playback, library };
  const { rooms, care, cards, gate, openRooms } = addRooms(ground, features, roomParts);
  addJoinFeatures(ground, features, accounts, { ...joinFeatures, members, rooms: care, cards });
  addFinding(ground, features, accounts, { cards, rooms: care, cursors });
  const reports = makeItemReports({ ...ground, ...providing, ...connected, library, playback });
  const swarms = addSwarms(ground, features, { rooms });
  const { onWatched } = reports;
  const playbackParts = {
    ...ground,
    ...reading.hooks,
    ...connected,
    library,
    sources,
    rooms,
    history,
    swarms,
    onWatched,
  };
  const { scheduled, starter, skipByVote, itemChanges } = features.add(playbackFeature(playbackParts, watch));
  addLiveComments(ground, features, accounts, { library, playback, sources });
  features.add(historyFeature({ ...ground, library, starter, cursors }));
  const { online } = ground.realtime;
  features.add(skipVotesFeature({ ...ground, rooms, playback, online, skip: skipByVote }));
  addDiagnosis(ground, features, { playback, rooms: care, ffmpeg: providing.ffmpeg });
  const scheduledPlayback = { ...scheduled, moment: playback.moment };
  addSchedule(ground, features, { schedules, library, rooms: care, playback: scheduledPlayback });
  features.add(linkPreviewsFeature({ ...ground, openRooms }));
  const { chatFiles: files, pictureUploads, ownFiles } = addFiles(ground, features, { sessions, members });
  const owners = { users: accounts.users, members, rooms: care, library: libraryPictures };
  features.add(picturesFeature({ ...ground, ...owners, uploads: pictureUploads }));
  addTalk(ground, features, { rooms, playback, files, notifications, library, notices });
  const { tickets } = features.add(ticketsFeature({ ...ground, sessions }));
  const upstream = addDelivery(ground, features, accounts, { providing, reports, members, library });
  reading.begin(features, { ...providing, library, itemChanges, upstream });
  features.add(sharedSubtitlesFeature({ ...ground, library }));
  return { members, guests, tickets, rooms: care, gate, ownFiles };
}
