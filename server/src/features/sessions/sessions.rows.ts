import type { Row } from '@matinee/testkit/contract-table.ts';

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
