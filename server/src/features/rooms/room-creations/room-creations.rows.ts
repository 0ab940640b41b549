import type { Row } from '@matinee/testkit/contract-table.ts';

const nothing = `rev_${'0'.repeat(26)}`;
const create = 'UserService.CreateRoom';
const list = 'AdminService.ListRoomCreationReviews';
const approve = 'AdminService.ApproveRoomCreationReview';
const reject = 'AdminService.RejectRoomCreationReview';
const withdraw = 'UserService.WithdrawRoomCreation';

const review = (on: boolean): Row => ({
  name: `[RC1] reviews of rooms are switched ${on ? 'on' : 'off'}`,
  as: 'root',
  call: 'AdminService.UpdateSettings',
  request: { settings: { room: { createRoomNeedReview: on } }, updateMask: 'room.createRoomNeedReview' },
  expect: { ok: {} },
});
const ask = (name: string, kept: string): Row => ({
  name: `[RC1] the room ${name} waits`,
  as: 'stranger',
  call: create,
  request: { name, visibility: 'hidden', password: 'pop corn' },
  expect: { ok: { review_required: true } },
  keep: { [kept]: 'review_id' },
});

export const roomCreationRows: Row[] = [
  review(true),
  ask('First', 'first'),
  ask('Second & <3', 'second'),
  ask('Third', 'third'),
  {
    name: '[RC1] what the server does not allow is refused at once',
    as: 'stranger',
    call: create,
    request: { name: '   ' },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[RC1] rooms of administrators do not wait',
    as: 'root',
    call: create,
    request: { name: 'Mine' },
    expect: { ok: { room: { name: 'Mine' }, review_required: false } },
  },
  {
    name: '[RC3] whoever asked sees what waits',
    as: 'stranger',
    call: 'UserService.ListOwnRoomCreations',
    expect: {
      ok: (w) => ({
        reviews: [
          { id: w.kept.third!, status: 'pending' },
          { id: w.kept.second!, name: 'Second & <3', has_password: true, visibility: 'hidden' },
          { id: w.kept.first! },
        ],
      }),
    },
  },
  {
    name: '[RC3] others do not',
    as: 'owner',
    call: 'UserService.ListOwnRoomCreations',
    expect: { ok: { reviews: [] } },
  },
  {
    name: '[RC3] nor do they withdraw it',
    as: 'owner',
    call: withdraw,
    request: (w) => ({ review_id: w.kept.first! }),
    expect: { error: 'room_creations.not_found' },
  },
  {
    name: '[RC4] users do not see the queue',
    as: 'stranger',
    call: list,
    expect: { error: 'call.admin_only' },
  },
  {
    name: '[RC4] administrators find what waits by its name',
    as: 'root',
    call: list,
    request: { search: 'SECOND' },
    expect: { ok: (w) => ({ reviews: [{ id: w.kept.second!, creator_username: w.stranger.username }], total: 1 }) },
  },
  {
    name: '[RC4] users approve nothing',
    as: 'stranger',
    call: approve,
    request: (w) => ({ review_ids: [w.kept.first!] }),
    expect: { error: 'call.admin_only' },
  },
  {
    name: '[RC4] all of them are approved, or none',
    as: 'root',
    call: approve,
    request: (w) => ({ review_ids: [w.kept.first!, nothing] }),
    expect: { error: 'room_creations.not_found' },
  },
  {
    name: '[RC4] a room is approved',
    as: 'root',
    call: approve,
    request: (w) => ({ review_ids: [w.kept.first!] }),
    expect: { ok: {} },
    keep: { made: 'room_ids.0' },
  },
  {
    name: '[RC4] and is as it was asked for',
    as: 'stranger',
    call: 'UserService.GetRoom',
    room: (w) => w.kept.made!,
    expect: { ok: { room: { name: 'First', visibility: 'hidden', has_password: true }, role: 'creator' } },
  },
  {
    name: '[RC4] once',
    as: 'root',
    call: approve,
    request: (w) => ({ review_ids: [w.kept.first!] }),
    expect: { error: 'room_creations.decided' },
  },
  {
    name: '[RC5] another is turned down',
    as: 'root',
    call: reject,
    request: (w) => ({ review_ids: [w.kept.second!], reason: 'Not here' }),
    expect: { ok: {} },
  },
  {
    name: '[RC5] and not withdrawn any more',
    as: 'stranger',
    call: withdraw,
    request: (w) => ({ review_id: w.kept.second! }),
    expect: { error: 'room_creations.decided' },
  },
  {
    name: '[RC5] its creator is told why',
    as: 'stranger',
    call: 'NotificationService.ListNotifications',
    expect: {
      ok: {
        notifications: [
          { room_creation_decided: { approved: false, reason: 'Not here', name: 'Second & <3' } },
          { room_creation_decided: { approved: true } },
        ],
      },
    },
  },
  {
    name: '[RC3] the third is withdrawn',
    as: 'stranger',
    call: withdraw,
    request: (w) => ({ review_id: w.kept.third! }),
    expect: { ok: {} },
  },
  {
    name: '[RC3] then nobody decides it',
    as: 'root',
    call: reject,
    request: (w) => ({ review_ids: [w.kept.third!] }),
    expect: { error: 'room_creations.not_found' },
  },
  review(false),
];
