import type { Row } from '@matinee/testkit/contract-table.ts';

const send = 'RoomService.SendFilmReaction';

export const filmReactionRows: Row[] = [
  {
    name: '[FLY1] a member lets one fly',
    as: 'member',
    call: send,
    request: { reaction_key: '😂' },
    expect: { ok: {} },
  },
  {
    name: '[FLY1] a short name is one too',
    as: 'owner',
    call: send,
    request: { reaction_key: 'popcorn' },
    expect: { ok: {} },
  },
  {
    name: '[FLY1] several emoji are none',
    as: 'member',
    call: send,
    request: { reaction_key: '😂😂' },
    expect: { error: 'chat.invalid_reaction' },
  },
  {
    name: '[FLY1] nothing is none',
    as: 'member',
    call: send,
    request: {},
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[FLY1] a stranger sends none',
    as: 'stranger',
    call: send,
    request: { reaction_key: '😂' },
    expect: { error: 'call.not_a_member' },
  },
];
