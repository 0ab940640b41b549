import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';

const list = 'AdminService.ListUserRegistrationReviews';
const approve = 'AdminService.ApproveUserRegistrationReview';
const reject = 'AdminService.RejectUserRegistrationReview';
const password = 'Correct-horse-7';
const nameOf = (w: World, name: string) => `${name}_${w.room.slice(-12)}`;

function needReview(isNeeded: boolean): Row {
  return {
    name: `sign-ups ${isNeeded ? 'need' : 'do not need'} a review from here on`,
    as: 'root',
    call: 'AdminService.UpdateSettings',
    request: {
      settings: { user: { passwordSignupNeedReview: isNeeded } },
      updateMask: 'user.passwordSignupNeedReview',
    },
    expect: { ok: {} },
  };
}

function applies(name: string, kept: string): Row {
  return {
    name: `[RG2] ${name} signs up and waits`,
    as: 'anonymous',
    call: 'AuthService.RegisterWithDirectPassword',
    request: (w) => ({ username: nameOf(w, name), password }),
    expect: { ok: { registrationReviewRequired: true } },
    keep: { [kept]: 'registrationReviewId' },
  };
}

const login = (name: string) => ({
  as: 'anonymous' as const,
  call: 'AuthService.LoginWithDirectPassword',
  request: (w: World) => ({ username: nameOf(w, name), password }),
});

export const registrationRows: Row[] = [
  needReview(true),
  applies('lena', 'lenasReview'),
  applies('otto', 'ottosReview'),
  needReview(false),
  {
    name: '[RG3] a name that somebody waits for is taken',
    as: 'anonymous',
    call: 'AuthService.RegisterWithDirectPassword',
    request: (w) => ({ username: nameOf(w, 'LENA'), password }),
    expect: { error: 'auth.username_taken' },
  },
  {
    name: '[US4] nobody signs up with a reserved name',
    as: 'anonymous',
    call: 'AuthService.RegisterWithDirectPassword',
    request: { username: 'Ｓystem', password },
    expect: { error: 'users.username_reserved' },
  },
  { name: '[RG2] who waits cannot sign in', ...login('lena'), expect: { error: 'auth.invalid_credentials' } },
  {
    name: '[RG4] an administrator sees who waits',
    as: 'root',
    call: list,
    request: (w) => ({ search: nameOf(w, 'LENA') }),
    expect: {
      ok: (w) => ({
        total: 1,
        reviews: [
          { id: w.kept.lenasReview!, username: nameOf(w, 'lena'), method: 'password', status: 'pending', reason: '' },
        ],
      }),
    },
  },
  { name: '[RG4] nobody else does', as: 'owner', call: list, expect: { error: 'call.admin_only' } },
  {
    name: '[RG5] of an existing and an unknown one neither is approved',
    as: 'root',
    call: approve,
    request: (w) => ({ review_ids: [w.kept.lenasReview!, 'rev_unknown'] }),
    expect: { error: 'registrations.not_found' },
  },
  {
    name: '[RG5] an approval makes the account',
    as: 'root',
    call: approve,
    request: (w) => ({ review_ids: [w.kept.lenasReview!] }),
    expect: { ok: {} },
  },
  {
    name: '[RG5] then the applicant signs in with the password of the sign-up',
    ...login('lena'),
    expect: { ok: (w) => ({ user: { username: nameOf(w, 'lena') }, mfa: { required: false } }) },
  },
  {
    name: '[RG5] what was decided is not decided again',
    as: 'root',
    call: reject,
    request: (w) => ({ review_ids: [w.kept.lenasReview!] }),
    expect: { error: 'registrations.decided' },
  },
  {
    name: '[RG6] a rejection keeps its reason',
    as: 'root',
    call: reject,
    request: (w) => ({ review_ids: [w.kept.ottosReview!], reason: 'not known here' }),
    expect: { ok: {} },
  },
  {
    name: '[RG6] which administrators see among the rejected',
    as: 'root',
    call: list,
    request: (w) => ({ status: 'rejected', search: nameOf(w, 'otto') }),
    expect: { ok: { total: 1, reviews: [{ status: 'rejected', reason: 'not known here', decided_by: 'root' }] } },
  },
  {
    name: '[RG6] the name is free again',
    as: 'anonymous',
    call: 'AuthService.RegisterWithDirectPassword',
    request: (w) => ({ username: nameOf(w, 'otto'), password }),
    expect: { ok: { registrationReviewRequired: false } },
  },
];
