import type { Row } from '@matinee/testkit/contract-table.ts';
import { testPassword } from '@matinee/testkit/server.ts';

const close = 'UserService.CloseAccount';

export const closureRows: Row[] = [
  {
    name: '[CLS1] an account is not closed under another name',
    as: 'stranger',
    call: close,
    request: (w) => ({ verification_id: 'x', username: w.member.username }),
    expect: { error: 'users.name_mismatch' },
  },
  {
    name: '[CLS1] nor without a fresh verification',
    as: 'stranger',
    call: close,
    request: (w) => ({ verification_id: 'made_up', username: w.stranger.username }),
    expect: { error: 'mfa.verification_invalid' },
  },
  {
    name: '[CLS1] the owner of the account verifies',
    as: 'stranger',
    call: 'UserService.StartSensitiveOperationVerification',
    request: { operation: 'SENSITIVE_OPERATION_ACCOUNT_CLOSE' },
    expect: { ok: {} },
    keep: { closing: 'verification_session_id' },
  },
  {
    name: '[CLS1] with the password',
    as: 'stranger',
    call: 'UserService.FinishSensitiveOperationVerification',
    request: (w) => ({ verification_session_id: w.kept.closing!, password: testPassword }),
    expect: { ok: {} },
    keep: { verification: 'verification_id' },
  },
  {
    name: '[CLS1] and closes it',
    as: 'stranger',
    call: close,
    request: (w) => ({ verification_id: w.kept.verification!, username: w.stranger.username }),
    expect: { ok: {} },
  },
  {
    name: '[CLS1] then they are signed out',
    as: 'stranger',
    call: 'UserService.GetProfile',
    expect: { error: 'auth.invalid_token' },
  },
  {
    name: '[CLS1] and cannot sign in',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.stranger.username, password: testPassword }),
    expect: { error: 'auth.invalid_credentials' },
  },
  {
    name: '[CLS1] their room is unavailable',
    as: 'member',
    call: 'UserService.GetRoomDiscovery',
    request: (w) => ({ room_id: w.otherRoom }),
    expect: { ok: { room: { access: 'UNAVAILABLE' } } },
  },
  {
    name: '[CLS2] root brings the account back',
    as: 'root',
    call: 'AdminService.RestoreUser',
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { ok: {} },
  },
  {
    name: '[CLS2] and the password of before signs in',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.stranger.username, password: testPassword }),
    expect: { ok: { mfa: { required: false } } },
  },
];
