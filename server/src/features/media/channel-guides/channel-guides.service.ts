import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  type ChannelGuideSchema,
  ChannelGuideState,
  type GetChannelGuideRequest,
} from '@matinee/contract/gen/service/client/channel_guides_pb.ts';
import type { Media } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { Channel } from '@matinee/contract/gen/service/provider/channel_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Library } from '../library/library.port.ts';
import type { StoredProgramme } from './building.ts';
import * as store from './channel-guides.store.ts';
import type { GuideParts, GuideState, Guides } from './guides.ts';
import { type ChannelKeys, findChannel, keysOf } from './matching.ts';

/** Most programmes in an answer, per channel. */
const mostProgrammes = 5;

export type ChannelGuideParts = Pick<GuideParts, 'db' | 'clock'> & {
  readonly library: Pick<Library, 'listMedia' | 'isPrivate'>;
};

type MemberCall = Call<UserPrincipal, RoomStanding>;
type Guide = MessageInitShape<typeof ChannelGuideSchema>;

const states: Readonly<Record<Exclude<GuideState, 'ready'>, ChannelGuideState>> = {
  pending: ChannelGuideState.PENDING,
  unreachable: ChannelGuideState.UNREACHABLE,
  not_a_guide: ChannelGuideState.NOT_A_GUIDE,
};

/** An item with a guide. */
interface Listed {
  readonly mediaId: string;
  readonly keys: ChannelKeys;
}

/** [CG1] [CG7] [CG8] */
export function makeChannelGuide({ db, clock, library }: ChannelGuideParts, guides: Guides) {
  /** The items with a guide that the caller may browse, by the guide's address. */
  async function listedByUrl(mediaIds: readonly string[], { room, principal }: MemberCall) {
    const media = await library.listMedia(db, room.roomId, mediaIds);
    const isPrivate = new Map<string, boolean>();
    const byUrl = new Map<string, Listed[]>();
    for (const { id, name, playlistId, creatorId, source } of media.values()) {
      const channel = guided(source);
      if (!channel) continue;
      if (!isPrivate.has(playlistId)) isPrivate.set(playlistId, await library.isPrivate(db, playlistId));
      if (isPrivate.get(playlistId) && creatorId !== principal.userId) continue;
      const listed = { mediaId: id, keys: keysOf(channel.guideId, channel.guideName, name) };
      byUrl.set(channel.guideUrl, [...(byUrl.get(channel.guideUrl) ?? []), listed]);
    }
    return byUrl;
  }

  async function lookUp(url: string, listed: readonly Listed[], userId: string): Promise<Guide[]> {
    const state = await guides.stateOf(url, userId);
    if (state !== 'ready') return listed.map(({ mediaId }) => ({ mediaId, state: states[state] }));
    const keys = listed.map((one) => one.keys);
    const channels = await store.findChannels(db.query(), guides.keyOf(url), keys);
    return listed.map((one) => {
      const channel = findChannel(channels, one.keys);
      if (!channel) return { mediaId: one.mediaId, state: ChannelGuideState.NO_CHANNEL };
      const programmes = fromNow(channel.programmes, clock.nowMs());
      return { mediaId: one.mediaId, state: ChannelGuideState.READY, programmes };
    });
  }

  return {
    async get({ mediaIds }: GetChannelGuideRequest, call: MemberCall) {
      const byUrl = await listedByUrl(mediaIds, call);
      const found = await Promise.all([...byUrl].map(([url, listed]) => lookUp(url, listed, call.principal.userId)));
      const byId = new Map(found.flat().map((guide) => [guide.mediaId, guide]));
      return { channels: mediaIds.flatMap((id) => byId.get(id) ?? []) };
    },
  };
}

function guided(source: Media['source']): Channel | undefined {
  return source?.channel && source.channel.guideUrl !== '' ? source.channel : undefined;
}

function fromNow(programmes: readonly StoredProgramme[], nowMs: number) {
  return programmes
    .filter(({ endMs }) => endMs > nowMs)
    .slice(0, mostProgrammes)
    .map(({ startMs, endMs, title, subtitle }) => ({
      ...{ title, subtitle },
      startsAt: timestampFromMs(startMs),
      endsAt: timestampFromMs(endMs),
    }));
}
