import type { JsonObject } from '@bufbuild/protobuf';
import { changeRoomSettings } from '@matinee/testkit/contract-rows.ts';
import type { Row } from '@matinee/testkit/contract-table.ts';

const list = 'PollsService.ListPolls';
const open = 'PollsService.CreatePoll';
const vote = 'PollsService.VoteInPoll';
const end = 'PollsService.EndPoll';
const draw = 'PollsService.DrawPollWinner';
const remove = 'PollsService.DeletePoll';
const voters = 'PollsService.ListPollVoters';

const yesOrNo = [{ text: 'Yes' }, { text: 'No' }];
const nowhere = `poll_${'0'.repeat(26)}`;

function refused(name: string, request: JsonObject, error = 'call.invalid_request'): Row {
  const whole = { question: 'Which?', options: yesOrNo, ...request };
  return { name, as: 'member', call: open, request: whole, expect: { error } };
}

const opening: Row[] = [
  { name: '[PO1] a room begins with none', as: 'member', call: list, expect: { ok: { polls: [], own_votes: [] } } },
  { name: '[PO1] strangers do not see them', as: 'stranger', call: list, expect: { error: 'call.not_a_member' } },
  {
    name: '[PO2] a member opens a poll',
    as: 'member',
    call: open,
    request: (w) => ({
      question: ' Which of these three? ',
      options: [{ media_id: w.media }, { media_id: w.memberMedia }, { text: 'Something else' }],
    }),
    expect: {
      ok: (w) => ({
        poll: {
          room_id: w.room,
          creator_id: w.member.id,
          creator_username: w.member.username,
          question: 'Which of these three?',
          options: [
            { number: 1, text: 'one', media_id: w.media, votes: 0 },
            { number: 2, text: 'two', media_id: w.memberMedia, votes: 0 },
            { number: 3, text: 'Something else', votes: 0 },
          ],
          several_choices: false,
          anonymous: false,
          voter_count: 0,
          version: 1,
        },
      }),
    },
    keep: { films: 'poll.id' },
  },
  {
    name: '[PO2] one without names, for several options, that ends by itself',
    as: 'admin',
    call: open,
    request: {
      question: 'Who brings what?',
      options: yesOrNo,
      several_choices: true,
      anonymous: true,
      ends_after_minutes: 10,
    },
    expect: { ok: { poll: { several_choices: true, anonymous: true } } },
    keep: { secret: 'poll.id' },
  },
  refused('[PO2] not without a question', { question: '' }),
  refused('[PO2] nor with one that nobody sees', { question: '\u200b ' }, 'polls.blank'),
  refused('[PO2] nor with one option', { options: [{ text: 'Yes' }] }),
  refused('[PO2] nor with eleven', { options: Array.from({ length: 11 }, (_, i) => ({ text: `${i}` })) }),
  refused(
    '[PO2] nor with two that are the same',
    { options: [{ text: 'Yes' }, { text: ' yes' }] },
    'polls.same_options',
  ),
  refused('[PO2] nor with a blank one', { options: [{ text: 'Yes' }, { text: ' ' }] }, 'polls.blank'),
  refused('[PO2] nor for longer than a week', { ends_after_minutes: 10_081 }),
  {
    name: '[PO2] an item of another room is none',
    as: 'member',
    call: open,
    request: (w) => ({ question: 'Which?', options: [{ media_id: w.otherMedia }, { text: 'No' }] }),
    expect: { error: 'polls.item_not_found' },
  },
  {
    name: '[PO2] a third poll',
    as: 'owner',
    call: open,
    request: { question: 'Tea?', options: yesOrNo },
    expect: { ok: {} },
    keep: { tea: 'poll.id' },
  },
  refused('[PO2] a fourth one is too many', {}, 'polls.too_many_open'),
];

const voting: Row[] = [
  {
    name: '[PO3] a member votes',
    as: 'member',
    call: vote,
    request: (w) => ({ poll_id: w.kept.films!, options: [2] }),
    expect: { ok: (w) => ({ counts: { poll_id: w.kept.films!, votes: [0, 1, 0], voter_count: 1 } }) },
  },
  {
    name: '[PO3] one option, not two',
    as: 'owner',
    call: vote,
    request: (w) => ({ poll_id: w.kept.films!, options: [1, 2] }),
    expect: { error: 'polls.one_choice' },
  },
  {
    name: '[PO3] one that there is',
    as: 'owner',
    call: vote,
    request: (w) => ({ poll_id: w.kept.films!, options: [4] }),
    expect: { error: 'polls.no_such_option' },
  },
  {
    name: '[PO3] in a poll that there is',
    as: 'owner',
    call: vote,
    request: { poll_id: nowhere, options: [1] },
    expect: { error: 'polls.not_found' },
  },
  {
    name: '[PO3] another one votes for the first',
    as: 'owner',
    call: vote,
    request: (w) => ({ poll_id: w.kept.films!, options: [1] }),
    expect: { ok: { counts: { votes: [1, 1, 0], voter_count: 2 } } },
  },
  {
    name: '[PO3] for several where the poll allows it',
    as: 'member',
    call: vote,
    request: (w) => ({ poll_id: w.kept.secret!, options: [1, 2] }),
    expect: { ok: { counts: { votes: [1, 1], voter_count: 1 } } },
  },
  {
    name: '[PO1] each person sees what they chose',
    as: 'member',
    call: list,
    expect: {
      ok: (w) => ({
        polls: [{ id: w.kept.films!, voter_count: 2 }, { id: w.kept.secret! }, { id: w.kept.tea! }],
        own_votes: [
          { poll_id: w.kept.films!, options: [2] },
          { poll_id: w.kept.secret!, options: [1, 2] },
        ],
      }),
    },
  },
  {
    name: '[PO5] who chose an option',
    as: 'admin',
    call: voters,
    request: (w) => ({ poll_id: w.kept.films!, option: 2 }),
    expect: { ok: (w) => ({ voters: [{ user_id: w.member.id, username: w.member.username }], total: 1 }) },
  },
  {
    name: '[PO5] nobody is told where the poll is anonymous',
    as: 'owner',
    call: voters,
    request: (w) => ({ poll_id: w.kept.secret!, option: 1 }),
    expect: { error: 'polls.anonymous' },
  },
  {
    name: '[PO5] of no poll either',
    as: 'owner',
    call: voters,
    request: { poll_id: nowhere, option: 1 },
    expect: { error: 'polls.not_found' },
  },
  changeRoomSettings('[PO3] chat off', { chat_enabled: false }),
  refused('[PO3] then nobody opens a poll', {}, 'chat.disabled'),
  {
    name: '[PO3] nor votes',
    as: 'admin',
    call: vote,
    request: (w) => ({ poll_id: w.kept.films!, options: [1] }),
    expect: { error: 'chat.disabled' },
  },
  {
    name: '[PO3] but takes a vote back',
    as: 'member',
    call: vote,
    request: (w) => ({ poll_id: w.kept.secret!, options: [] }),
    expect: { ok: { counts: { votes: [0, 0], voter_count: 0 } } },
  },
  changeRoomSettings('[PO3] chat on', { chat_enabled: true }),
];

const closing: Row[] = [
  {
    name: '[PO6] not who has not opened it',
    as: 'member',
    call: end,
    request: (w) => ({ poll_id: w.kept.tea! }),
    expect: { error: 'polls.not_yours' },
  },
  {
    name: '[PO8] nothing is drawn before the end',
    as: 'member',
    call: draw,
    request: (w) => ({ poll_id: w.kept.films! }),
    expect: { error: 'polls.no_tie' },
  },
  {
    name: '[PO6] who opened it ends it',
    as: 'member',
    call: end,
    request: (w) => ({ poll_id: w.kept.films! }),
    expect: { ok: (w) => ({ poll: { id: w.kept.films!, options: [{ votes: 1 }, { votes: 1 }, { votes: 0 }] } }) },
  },
  {
    name: '[PO6] once: whoever ends it again changes nothing',
    as: 'owner',
    call: end,
    request: (w) => ({ poll_id: w.kept.films! }),
    expect: { ok: { poll: { version: 4 } } },
  },
  {
    name: '[PO3] then no vote counts',
    as: 'admin',
    call: vote,
    request: (w) => ({ poll_id: w.kept.films!, options: [3] }),
    expect: { error: 'polls.ended' },
  },
  {
    name: '[PO8] one of the tied is drawn',
    as: 'member',
    call: draw,
    request: (w) => ({ poll_id: w.kept.films! }),
    expect: { ok: { poll: { version: 5 } } },
  },
  {
    name: '[PO6] who may delete messages deletes a poll',
    as: 'admin',
    call: remove,
    request: (w) => ({ poll_id: w.kept.tea! }),
    expect: { ok: {} },
  },
  {
    name: '[PO6] once',
    as: 'admin',
    call: remove,
    request: (w) => ({ poll_id: w.kept.tea! }),
    expect: { error: 'polls.not_found' },
  },
  {
    name: '[PO1] two are left',
    as: 'owner',
    call: list,
    expect: { ok: (w) => ({ polls: [{ id: w.kept.films! }, { id: w.kept.secret! }] }) },
  },
];

export const pollsRows: Row[] = [...opening, ...voting, ...closing];
