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

export const passwordRows: Row[] = [
  {
    name: '[PW1] signing up gives an account and a session',
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
  refused('[PW2] seven characters are too few', 'Short-7', 'call.invalid_request'),
  refused('[PW2] 129 characters are too many', `Aa1${'x'.repeat(126)}`, 'call.invalid_request'),
  refused('[PW2] a password needs an upper-case letter', 'correct-horse-7', 'auth.weak_password'),
  refused('[PW2] a password needs a lower-case letter', 'CORRECT-HORSE-7', 'auth.weak_password'),
  refused('[PW2] a password needs a digit', 'Correct-horse', 'auth.weak_password'),
  {
    name: '[PW2] nothing was created by the weak ones',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: `weak_${w.room.slice(-12)}`, password: 'correct-horse-7' }),
    expect: { error: 'auth.invalid_credentials' },
  },
  {
    name: '[PW3] the right password signs in, the name in any case',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.owner.username.toUpperCase(), password }),
    expect: { ok: (w) => ({ user: { id: w.owner.id }, mfa: { required: false } }) },
  },
  {
    name: '[PW3] a wrong password is refused',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.owner.username, password: `${password}x` }),
    expect: { error: 'auth.invalid_credentials' },
  },
];
