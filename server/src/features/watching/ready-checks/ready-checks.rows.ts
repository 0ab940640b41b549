import type { Row } from '@matinee/testkit/contract-table.ts';

const service = (method: string) => `ReadyCheckService.${method}`;
const [get, begin, answer, end] = ['Get', 'Begin', 'Answer', 'End'].map((verb) => service(`${verb}ReadyCheck`)) as [
  string,
  string,
  string,
  string,
];
const never = 'rdy_00000000000000000000000000';

export const readyChecksRows: Row[] = [
  {
    name: '[RY1] where nothing is chosen nobody is asked',
    as: 'owner',
    call: begin,
    expect: { error: 'ready_checks.nothing_chosen' },
  },
  { name: '[RY5] nobody is asked', as: 'member', call: get, expect: { ok: {} } },
  {
    name: '[RY2] there is nothing to answer',
    as: 'member',
    call: answer,
    request: { ready_check_id: never, answer: 'ready' },
    expect: { error: 'ready_checks.over' },
  },
  {
    name: '[RY1] an item is chosen',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.media, paused: true }),
    expect: { ok: { playback_state: { is_playing: false } } },
  },
  {
    name: '[RY1] whoever may not control playback asks nobody',
    as: 'member',
    call: begin,
    expect: { error: 'call.missing_permission' },
  },
  { name: '[RY1] nor do strangers', as: 'stranger', call: begin, expect: { error: 'call.not_a_member' } },
  {
    name: '[RY1] whoever controls playback asks, and is ready',
    as: 'owner',
    call: begin,
    expect: {
      ok: (w) => ({ ready_check: { media_id: w.media, starter_id: w.owner.id, present: 1, ready: 1, not_yet: 0 } }),
    },
    keep: { readyCheck: 'ready_check.id' },
  },
  {
    name: '[RY1] a second check is the first one',
    as: 'admin',
    call: begin,
    expect: { ok: (w) => ({ ready_check: { id: w.kept.readyCheck!, starter_id: w.owner.id } }) },
  },
  {
    name: '[RY2] an answer says something',
    as: 'member',
    call: answer,
    request: (w) => ({ ready_check_id: w.kept.readyCheck!, answer: 'unspecified' }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[RY2] an answer to another check is refused',
    as: 'member',
    call: answer,
    request: { ready_check_id: never, answer: 'ready' },
    expect: { error: 'ready_checks.over' },
  },
  {
    name: '[RY2] a member is not ready yet',
    as: 'member',
    call: answer,
    request: (w) => ({ ready_check_id: w.kept.readyCheck!, answer: 'not_yet' }),
    expect: { ok: { ready_check: { present: 2, ready: 1, not_yet: 1 } } },
  },
  {
    name: '[RY5] each sees who is ready, and their own answer',
    as: 'member',
    call: get,
    expect: {
      ok: (w) => ({
        ready_check: {
          people: [
            { id: w.owner.id, guest: false, answer: 'ready' },
            { id: w.member.id, guest: false, answer: 'not_yet' },
          ],
        },
        own_answer: 'not_yet',
      }),
    },
  },
  { name: '[RY5] strangers see nothing', as: 'stranger', call: get, expect: { error: 'call.not_a_member' } },
  {
    name: '[RY3] the last answer starts the film',
    as: 'member',
    call: answer,
    request: (w) => ({ ready_check_id: w.kept.readyCheck!, answer: 'ready' }),
    expect: { ok: { ready_check: { present: 2, ready: 2, not_yet: 0 } } },
  },
  {
    name: '[RY3] it plays',
    as: 'member',
    call: 'RoomService.GetPlayback',
    expect: { ok: { playback_state: { is_playing: true, action: 'play' } } },
  },
  {
    name: '[RY1] while it plays nobody is asked',
    as: 'owner',
    call: begin,
    expect: { error: 'ready_checks.playing' },
  },
  {
    name: '[RY6] whoever may not control playback calls nothing off',
    as: 'member',
    call: end,
    expect: { error: 'call.missing_permission' },
  },
  { name: '[RY6] a check that is over is called off in vain', as: 'owner', call: end, expect: { ok: {} } },
];
