import type { Row } from '@matinee/testkit/contract-table.ts';

const rate = 'RatingsService.RateItem';
const get = 'RatingsService.GetItemRating';

export const ratingsRows: Row[] = [
  {
    name: '[RAT1] a member rates an item',
    as: 'member',
    call: rate,
    request: (w) => ({ media_id: w.media, face: 5 }),
    expect: { ok: (w) => ({ rating: { media_id: w.media, counts: [0, 0, 0, 0, 1] } }) },
  },
  {
    name: '[RAT1] as does another one',
    as: 'owner',
    call: rate,
    request: (w) => ({ media_id: w.media, face: 1 }),
    expect: { ok: { rating: { counts: [1, 0, 0, 0, 1] } } },
  },
  {
    name: '[RAT1] another face replaces the one before',
    as: 'member',
    call: rate,
    request: (w) => ({ media_id: w.media, face: 4 }),
    expect: { ok: { rating: { counts: [1, 0, 0, 1, 0] } } },
  },
  {
    name: '[RAT3] who may see members sees who chose what, the latest first',
    as: 'member',
    call: get,
    request: (w) => ({ media_id: w.media }),
    expect: {
      ok: (w) => ({
        rating: { media_id: w.media, counts: [1, 0, 0, 1, 0] },
        own_face: 4,
        raters: [
          { user_id: w.member.id, username: w.member.username, face: 4 },
          { user_id: w.owner.id, username: w.owner.username, face: 1 },
        ],
      }),
    },
  },
  {
    name: '[RAT1] no face takes it back',
    as: 'owner',
    call: rate,
    request: (w) => ({ media_id: w.media, face: 0 }),
    expect: { ok: { rating: { counts: [0, 0, 0, 1, 0] } } },
  },
  {
    name: '[RAT1] there is no sixth face',
    as: 'member',
    call: rate,
    request: (w) => ({ media_id: w.media, face: 6 }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[RAT1] an item of another room is none',
    as: 'member',
    call: rate,
    request: (w) => ({ media_id: w.otherMedia, face: 5 }),
    expect: { error: 'ratings.item_not_found' },
  },
  {
    name: '[RAT2] an item that nobody has rated',
    as: 'owner',
    call: get,
    request: (w) => ({ media_id: w.memberMedia }),
    expect: { ok: { rating: { counts: [0, 0, 0, 0, 0] }, raters: [] } },
  },
  {
    name: '[RAT1] strangers rate nothing',
    as: 'stranger',
    call: rate,
    request: (w) => ({ media_id: w.media, face: 5 }),
    expect: { error: 'call.not_a_member' },
  },
  {
    name: '[RAT3] and see no ratings',
    as: 'stranger',
    call: get,
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'call.not_a_member' },
  },
];
