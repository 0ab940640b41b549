import type { JsonObject } from '@bufbuild/protobuf';
import type { Row } from '@matinee/testkit/contract-table.ts';

const get = 'ScheduleService.GetSchedule';
const put = 'ScheduleService.PutSchedule';
const answer = 'ScheduleService.AnswerSchedule';
const answers = 'ScheduleService.ListScheduleAnswers';
const music = 'ScheduleService.GetLobbyMusic';
const clear = 'ScheduleService.ClearSchedule';

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

function refused(name: string, request: JsonObject, error = 'call.invalid_request'): Row {
  return { name, as: 'owner', call: put, request: { starts_at: inHours(1), ...request }, expect: { error } };
}

export const scheduleRows: Row[] = [
  { name: '[SH1] a room begins with none', as: 'member', call: get, expect: { ok: {} } },
  {
    name: '[SH2] an administrator of the room schedules the start',
    as: 'admin',
    call: put,
    request: { starts_at: inHours(2), title: ' Film night ', note: 'Bring popcorn', starts_film: true },
    expect: { ok: { schedule: { title: 'Film night', note: 'Bring popcorn', starts_film: true, version: 1 } } },
    keep: { schedule: 'schedule.id' },
  },
  {
    name: '[SH3] a start is not in the past',
    as: 'owner',
    call: put,
    request: { starts_at: '2026-01-01T00:00:00Z' },
    expect: { error: 'schedule.not_ahead' },
  },
  {
    name: '[SH12] a start is for no item that the room does not have',
    as: 'owner',
    call: put,
    request: { starts_at: inHours(3), media_id: `med_${'0'.repeat(26)}` },
    expect: { error: 'schedule.media_not_found' },
  },
  {
    name: '[SH13] nor with the music of one',
    as: 'owner',
    call: put,
    request: { starts_at: inHours(3), music_media_id: `med_${'0'.repeat(26)}` },
    expect: { error: 'schedule.media_not_found' },
  },
  { name: '[SH13] without music there is none', as: 'member', call: music, expect: { ok: {} } },
  { name: '[SH13] and strangers ask in vain', as: 'stranger', call: music, expect: { error: 'call.not_a_member' } },
  {
    name: '[SH2] moved, it keeps its id',
    as: 'owner',
    call: put,
    request: { starts_at: inHours(3) },
    expect: { ok: (w) => ({ schedule: { id: w.kept.schedule!, title: '', starts_film: false, version: 2 } }) },
  },
  {
    name: '[SH1] members see it',
    as: 'member',
    call: get,
    expect: { ok: (w) => ({ schedule: { id: w.kept.schedule!, version: 2 } }) },
  },
  {
    name: '[SH1] so does everybody with the link',
    as: 'anonymous',
    call: 'UserService.GetRoomDiscovery',
    request: (w) => ({ room_id: w.room }),
    expect: { ok: (w) => ({ room: { schedule: { id: w.kept.schedule!, version: 2 } } }) },
  },
  {
    name: '[SH10] a member comes',
    as: 'member',
    call: answer,
    request: (w) => ({ schedule_id: w.kept.schedule!, answer: 'yes' }),
    expect: { ok: (w) => ({ schedule: { id: w.kept.schedule!, version: 2, coming: 1, maybe: 0, not_coming: 0 } }) },
  },
  {
    name: '[SH10] and perhaps not',
    as: 'member',
    call: answer,
    request: (w) => ({ schedule_id: w.kept.schedule!, answer: 'maybe' }),
    expect: { ok: { schedule: { coming: 0, maybe: 1 } } },
  },
  {
    name: '[SH11] who may see members sees who comes',
    as: 'owner',
    call: answers,
    expect: {
      ok: (w) => ({
        schedule: { maybe: 1 },
        answers: [{ user_id: w.member.id, username: w.member.username, answer: 'maybe' }],
      }),
    },
  },
  {
    name: '[SH10] the answer is taken back',
    as: 'member',
    call: answer,
    request: (w) => ({ schedule_id: w.kept.schedule!, answer: 'none' }),
    expect: { ok: { schedule: { coming: 0, maybe: 0, not_coming: 0 } } },
  },
  {
    name: '[SH10] an answer says something',
    as: 'member',
    call: answer,
    request: (w) => ({ schedule_id: w.kept.schedule! }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[SH10] there is no such start',
    as: 'member',
    call: answer,
    request: { schedule_id: `sch_${'0'.repeat(26)}`, answer: 'yes' },
    expect: { error: 'schedule.another_start' },
  },
  ...[answer, answers].map(
    (call): Row => ({
      name: '[SH10] [SH11] strangers neither answer nor see answers',
      as: 'stranger',
      call,
      request: (w) => (call === answer ? { schedule_id: w.kept.schedule!, answer: 'yes' } : {}),
      expect: { error: 'call.not_a_member' },
    }),
  ),
  { name: '[SH1] strangers do not ask in the room', as: 'stranger', call: get, expect: { error: 'call.not_a_member' } },
  ...[put, clear].map(
    (call): Row => ({
      name: '[SH2] [SH5] a member without the remote may not',
      as: 'member',
      call,
      request: call === put ? { starts_at: inHours(1) } : {},
      expect: { error: 'call.missing_permission' },
    }),
  ),
  { name: '[SH3] a start has a time', as: 'owner', call: put, expect: { error: 'call.invalid_request' } },
  refused('[SH3] it is at most a year ahead', { starts_at: inHours(367 * 24) }, 'schedule.too_far'),
  refused('[SH3] a title is one line', { title: 'two\nlines' }),
  refused('[SH3] a title is not turned round', { title: 'Film\u202enight' }),
  refused('[SH3] a title is short', { title: 'x'.repeat(101) }),
  refused('[SH3] a note is short', { note: 'x'.repeat(501) }),
  { name: '[SH5] it is cancelled', as: 'owner', call: clear, expect: { ok: {} } },
  { name: '[SH5] a cancelled one is cancelled again', as: 'owner', call: clear, expect: { ok: {} } },
  { name: '[SH5] and gone', as: 'member', call: get, expect: { ok: {} } },
];
