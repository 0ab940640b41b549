import type { Row } from '@matinee/testkit/contract-table.ts';

const password = 'Correct-horse-7';

function refused(name: string, password: string, error: string): Row {
  return {
    name,
    as: 'anonymous',
    call: 'AuthService.RegisterWithDirectPassword',
    request: (w) => ({ username: `weak_${w.room.slice(-12)}`, password }),
    expect: { error },
  };
}

export const sessionRows: Row[] = [
  {
    name: '[SE1] signing up gives an account and a session',
    as: 'anonymous',
    call: 'AuthService.RegisterWithDirectPassword',
    request: (w) => ({ username: `new_${w.room.slice(-12)}`, password }),
    expect: {
      ok: (w) => ({ user: { username: `new_${w.room.slice(-12)}`, role: 'user' }, registrationReviewRequired: false }),
    },
  },
  {
    name: '[US2] a name that is taken, in any case, cannot be signed up with',
    as: 'anonymous',
    call: 'AuthService.RegisterWithDirectPassword',
    request: (w) => ({ username: `NEW_${w.room.slice(-12)}`, password }),
    expect: { error: 'auth.username_taken' },
  },
  refused('[SE2] seven characters are too few', 'Short-7', 'call.invalid_request'),
  refused('[SE2] 129 characters are too many', `Aa1${'x'.repeat(126)}`, 'call.invalid_request'),
  refused('[SE2] a password needs an upper-case letter', 'correct-horse-7', 'auth.weak_password'),
  refused('[SE2] a password needs a lower-case letter', 'CORRECT-HORSE-7', 'auth.weak_password'),
  refused('[SE2] a password needs a digit', 'Correct-horse', 'auth.weak_password'),
  {
    name: '[SE2] nothing was created by the weak ones',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: `weak_${w.room.slice(-12)}`, password: 'correct-horse-7' }),
    expect: { error: 'auth.invalid_credentials' },
  },
  {
    name: '[SE3] the right password signs in, the name in any case',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.owner.username.toUpperCase(), password }),
    expect: { ok: (w) => ({ user: { id: w.owner.id }, mfa: { required: false } }) },
  },
  {
    name: '[SE3] a wrong password is refused',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.owner.username, password: `${password}x` }),
    expect: { error: 'auth.invalid_credentials' },
  },
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
