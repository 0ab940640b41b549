import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Snapshot } from '../../../realtime/resource.ts';
import * as store from './skip-votes.store.ts';
import { type Standing, votesPayload } from './vote-keeper.ts';
import { standingOf, type VotingParts } from './voting.service.ts';

type ReadingParts = Pick<VotingParts, 'db' | 'rooms' | 'playback' | 'online'>;

/** Reads the state of the vote on skipping the current item. [SV3] */
export function makeVoteReading({ db, rooms, playback, online }: ReadingParts) {
  async function read(roomId: string): Promise<{ readonly skipVotes: Standing; readonly voters: readonly string[] }> {
    const [moment, { skipVotePercent }] = await Promise.all([playback.moment(db, roomId), rooms.getSettings(roomId)]);
    if (!moment) return { skipVotes: { mediaId: '', votes: 0, needed: 0 }, voters: [] };
    const voters = await store.listVoters(db.query(), roomId, moment.mediaId);
    const standing = standingOf(moment.mediaId, voters, online.of(roomId).memberIds, skipVotePercent);
    return { skipVotes: voters.length > 0 ? standing : { ...standing, needed: 0 }, voters };
  }

  return {
    async get(_: object, { room, principal }: Call<UserPrincipal, RoomStanding>) {
      const { skipVotes, voters } = await read(room.roomId);
      return { skipVotes, voted: voters.includes(principal.userId) };
    },
    async snapshot(roomId: string): Promise<Snapshot> {
      const { skipVotes } = await read(roomId);
      return { version: 0, payload: votesPayload(skipVotes, true) };
    },
  };
}
