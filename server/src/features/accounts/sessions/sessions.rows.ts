import type { Row } from '@matinee/testkit/contract-table.ts';

export const sessionListRows: Row[] = [
  {
    name: '[SE14] a login begins with what the server offers',
    as: 'anonymous',
    call: 'AuthService.StartLogin',
    request: (w) => ({ username: w.owner.username }),
    expect: { ok: { methods: ['email', 'password', 'passkey', 'oauth2'] } },
  },
  {
    name: '[SE14] for a name that nobody has just the same',
    as: 'anonymous',
    call: 'AuthService.StartLogin',
    request: { username: 'nobody_has_this_name' },
    expect: { ok: { methods: ['email', 'password', 'passkey', 'oauth2'] } },
  },
  {
    name: 'somebody signs in a second time',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.owner.username, password: 'Correct-horse-7' }),
    expect: { ok: {} },
    keep: { secondToken: 'accessToken' },
  },
  {
    name: '[SE12] the list has the own session first, then the other one',
    as: 'owner',
    call: 'UserService.ListSessions',
    expect: {
      ok: (w) => ({
        sessions: [
          { method: 'registration', address: '127.0.0.1', isCurrent: true },
          { method: 'password', address: w.address, isCurrent: false },
        ],
      }),
    },
    keep: { ownSession: 'sessions.0.sessionId', secondSession: 'sessions.1.sessionId' },
  },
  {
    name: '[SE13] the session of somebody else is not found',
    as: 'stranger',
    call: 'UserService.RevokeSession',
    request: (w) => ({ session_id: w.kept.secondSession! }),
    expect: { error: 'auth.session_not_found' },
  },
  {
    name: '[SE13] one session is revoked',
    as: 'owner',
    call: 'UserService.RevokeSession',
    request: (w) => ({ session_id: w.kept.secondSession! }),
    expect: { ok: {} },
  },
  {
    name: '[SE13] it cannot be revoked twice',
    as: 'owner',
    call: 'UserService.RevokeSession',
    request: (w) => ({ session_id: w.kept.secondSession! }),
    expect: { error: 'auth.session_not_found' },
  },
  {
    name: '[SE13] there are no others left to revoke',
    as: 'owner',
    call: 'UserService.RevokeOtherSessions',
    expect: { ok: { revoked: 0 } },
  },
];

export const sessionRows: Row[] = [
  {
    name: '[SE5] a refresh token gives a new pair',
    as: 'anonymous',
    call: 'AuthService.RefreshToken',
    request: (w) => ({ refresh_token: w.stranger.refreshToken }),
    expect: { ok: {} },
    keep: { accessToken: 'accessToken', refreshToken: 'refreshToken' },
  },
  {
    name: '[SE6] used again it ends the session',
    as: 'anonymous',
    call: 'AuthService.RefreshToken',
    request: (w) => ({ refresh_token: w.stranger.refreshToken }),
    expect: { error: 'auth.invalid_refresh_token' },
  },
  {
    name: '[SE6] the new refresh token works no more',
    as: 'anonymous',
    call: 'AuthService.RefreshToken',
    request: (w) => ({ refresh_token: w.kept.refreshToken! }),
    expect: { error: 'auth.invalid_refresh_token' },
  },
  {
    name: '[SE6] the access token works no more',
    as: 'stranger',
    call: 'UserService.GetProfile',
    expect: { error: 'auth.invalid_token' },
  },
  {
    name: '[SE7] somebody logs out',
    as: 'member',
    call: 'UserService.Logout',
    expect: { ok: {} },
  },
  {
    name: '[SE7] then their access token works no more',
    as: 'member',
    call: 'UserService.GetProfile',
    expect: { error: 'auth.invalid_token' },
  },
  {
    name: '[SE7] nor does their refresh token',
    as: 'anonymous',
    call: 'AuthService.RefreshToken',
    request: (w) => ({ refresh_token: w.member.refreshToken }),
    expect: { error: 'auth.invalid_refresh_token' },
  },
];
