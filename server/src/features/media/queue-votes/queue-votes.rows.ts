import type { Row } from '@matinee/testkit/contract-table.ts';

const list = 'QueueVotesService.ListQueueVotes';
const get = 'QueueVotesService.GetItemVotes';
const vote = 'QueueVotesService.VoteForItem';

export const queueVotesRows: Row[] = [
  { name: '[QV3] a room begins with none', as: 'member', call: list, expect: { ok: { votes: [], own: [] } } },
  {
    name: '[QV1] a member votes an item up',
    as: 'member',
    call: vote,
    request: (w) => ({ media_id: w.media, vote: 'up' }),
    expect: { ok: (w) => ({ votes: { media_id: w.media, up: 1, down: 0 } }) },
  },
  {
    name: '[QV1] another one down',
    as: 'owner',
    call: vote,
    request: (w) => ({ media_id: w.media, vote: 'down' }),
    expect: { ok: { votes: { up: 1, down: 1 } } },
  },
  {
    name: '[QV1] another vote replaces the one before',
    as: 'member',
    call: vote,
    request: (w) => ({ media_id: w.media, vote: 'down' }),
    expect: { ok: { votes: { up: 0, down: 2 } } },
  },
  {
    name: '[QV3] each reads their own votes',
    as: 'member',
    call: list,
    expect: {
      ok: (w) => ({
        votes: [{ media_id: w.media, up: 0, down: 2 }],
        own: [{ media_id: w.media, vote: 'down' }],
      }),
    },
  },
  {
    name: '[QV4] who may see members sees who voted how, the latest first',
    as: 'member',
    call: get,
    request: (w) => ({ media_id: w.media }),
    expect: {
      ok: (w) => ({
        votes: { media_id: w.media, up: 0, down: 2 },
        own_vote: 'down',
        voters: [
          { user_id: w.member.id, username: w.member.username, vote: 'down' },
          { user_id: w.owner.id, username: w.owner.username, vote: 'down' },
        ],
      }),
    },
  },
  {
    name: '[QV1] a vote is taken back',
    as: 'owner',
    call: vote,
    request: (w) => ({ media_id: w.media, vote: 'none' }),
    expect: { ok: { votes: { up: 0, down: 1 } } },
  },
  {
    name: '[QV1] a vote says something',
    as: 'member',
    call: vote,
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[QV1] an item of another room is none',
    as: 'member',
    call: vote,
    request: (w) => ({ media_id: w.otherMedia, vote: 'up' }),
    expect: { error: 'queue_votes.item_not_found' },
  },
  {
    name: '[QV3] an item that nobody has voted about',
    as: 'owner',
    call: get,
    request: (w) => ({ media_id: w.memberMedia }),
    expect: { ok: { votes: { up: 0, down: 0 }, voters: [] } },
  },
  ...[list, get, vote].map(
    (call): Row => ({
      name: '[QV1] strangers neither vote nor see votes',
      as: 'stranger',
      call,
      request: (w) => (call === list ? {} : { media_id: w.media, ...(call === vote ? { vote: 'up' } : {}) }),
      expect: { error: 'call.not_a_member' },
    }),
  ),
];
