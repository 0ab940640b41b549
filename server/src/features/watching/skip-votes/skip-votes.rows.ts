import type { Row } from '@matinee/testkit/contract-table.ts';

const get = 'SkipVotesService.GetSkipVotes';
const vote = 'SkipVotesService.VoteToSkip';

export const skipVotesRows: Row[] = [
  {
    name: '[SV1] nobody votes where the room does not want it',
    as: 'member',
    call: vote,
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'skip_votes.off' },
  },
  {
    name: '[SV4] while nothing plays there is nothing to vote about',
    as: 'member',
    call: get,
    expect: { ok: { skip_votes: { votes: 0, needed: 0 }, voted: false } },
  },
  {
    name: '[SV1] the share is at most all',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: { skip_vote_percent: 101 } },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[SV1] the room wants it',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: { skip_vote_percent: 50 } },
    expect: { ok: { settings: { skip_vote_percent: 50 } } },
  },
  {
    name: '[SV4] a vote for what does not play is refused',
    as: 'member',
    call: vote,
    request: (w) => ({ media_id: w.otherMedia }),
    expect: { error: 'skip_votes.not_playing' },
  },
  {
    name: '[SV1] strangers do not vote',
    as: 'stranger',
    call: vote,
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'call.not_a_member' },
  },
  { name: '[SV3] and do not see votes', as: 'stranger', call: get, expect: { error: 'call.not_a_member' } },
  {
    name: '[SV1] something begins',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.media, paused: true }),
    expect: { ok: { playback_state: { is_playing: false } } },
  },
  {
    name: '[SV2] a member votes, and counts once they are in the room',
    as: 'member',
    call: vote,
    request: (w) => ({ media_id: w.media }),
    expect: { ok: (w) => ({ skip_votes: { media_id: w.media, votes: 0, needed: 1 } }) },
  },
  {
    name: '[SV3] each sees their own vote',
    as: 'member',
    call: get,
    expect: { ok: (w) => ({ skip_votes: { media_id: w.media, votes: 0, needed: 1 }, voted: true }) },
  },
  {
    name: '[SV1] and takes it back',
    as: 'member',
    call: vote,
    request: (w) => ({ media_id: w.media, withdraw: true }),
    expect: { ok: { skip_votes: { votes: 0 } } },
  },
  {
    name: '[SV1] the room wants it no more',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: { skip_vote_percent: 0 } },
    expect: { ok: { settings: { skip_vote_percent: 0 } } },
  },
];
