import type { Row } from '@matinee/testkit/contract-table.ts';

export const userRows: Row[] = [
  {
    name: '[US1] somebody reads their own profile',
    as: 'owner',
    call: 'UserService.GetProfile',
    expect: { ok: (w) => ({ user: { id: w.owner.id, username: w.owner.username, role: 'user' } }) },
  },
  {
    name: '[US1] nobody reads one without a token',
    as: 'anonymous',
    call: 'UserService.GetProfile',
    expect: { error: 'call.unauthenticated' },
  },
  {
    name: '[US2] a name that differs in case only is the own one still',
    as: 'member',
    call: 'UserService.SetUsername',
    request: (w) => ({ username: w.member.username.toUpperCase() }),
    expect: { ok: (w) => ({ user: { id: w.member.id, username: w.member.username.toUpperCase() } }) },
  },
  {
    name: '[US2] the name of somebody else in another case is taken',
    as: 'stranger',
    call: 'UserService.SetUsername',
    request: (w) => ({ username: w.member.username }),
    expect: { error: 'users.username_taken' },
  },
  {
    name: '[US2] the same name in full-width letters is taken',
    as: 'stranger',
    call: 'UserService.SetUsername',
    request: (w) => ({ username: w.member.username.replace('member', 'ｍｅｍｂｅｒ') }),
    expect: { error: 'users.username_taken' },
  },
  {
    name: '[US4] nobody takes the name of who runs the server',
    as: 'stranger',
    call: 'UserService.SetUsername',
    request: { username: 'OPERATOR' },
    expect: { error: 'users.username_reserved' },
  },
  ...[
    'ab',
    'x'.repeat(51),
    'two words',
    'semi;colon',
    'a\u0000b',
    'anna\u200b',
    'a\u202enna',
    '\u3164\u3164\u3164',
    'anna\u1160',
    '',
  ].map(
    (username): Row => ({
      name: `[US2] ${JSON.stringify(username.slice(0, 12))} is no username`,
      as: 'stranger',
      call: 'UserService.SetUsername',
      request: { username },
      expect: { error: 'call.invalid_request' },
    }),
  ),
  {
    name: '[US2] letters of any script make a username',
    as: 'stranger',
    call: 'UserService.SetUsername',
    request: (w) => ({ username: `Ωmega-日本_${w.room.slice(-12)}` }),
    expect: { ok: (w) => ({ user: { id: w.stranger.id } }) },
  },
];
