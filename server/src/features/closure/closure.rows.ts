import type { Row } from '@matinee/testkit/contract-table.ts';
import { testPassword } from '@matinee/testkit/server.ts';

const close = 'UserService.CloseAccount';

export const closureRows: Row[] = [
  {
    name: '[CL1] an account is not closed under another name',
    as: 'stranger',
    call: close,
    request: (w) => ({ verification_id: 'x', username: w.member.username }),
    expect: { error: 'users.name_mismatch' },
  },
  {
    name: '[CL1] nor without a fresh verification',
    as: 'stranger',
    call: close,
    request: (w) => ({ verification_id: 'made_up', username: w.stranger.username }),
    expect: { error: 'mfa.verification_invalid' },
  },
  {
    name: '[CL1] the owner of the account verifies',
    as: 'stranger',
    call: 'UserService.StartSensitiveOperationVerification',
    request: { operation: 'SENSITIVE_OPERATION_ACCOUNT_CLOSE' },
    expect: { ok: {} },
    keep: { closing: 'verification_session_id' },
  },
  {
    name: '[CL1] with the password',
    as: 'stranger',
    call: 'UserService.FinishSensitiveOperationVerification',
    request: (w) => ({ verification_session_id: w.kept.closing!, password: testPassword }),
    expect: { ok: {} },
    keep: { verification: 'verification_id' },
  },
  {
    name: '[CL1] and closes it',
    as: 'stranger',
    call: close,
    request: (w) => ({ verification_id: w.kept.verification!, username: w.stranger.username }),
    expect: { ok: {} },
  },
  {
    name: '[CL1] then they are signed out',
    as: 'stranger',
    call: 'UserService.GetProfile',
    expect: { error: 'auth.invalid_token' },
  },
  {
    name: '[CL1] and cannot sign in',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.stranger.username, password: testPassword }),
    expect: { error: 'auth.invalid_credentials' },
  },
  {
    name: '[CL1] their room is unavailable',
    as: 'member',
    call: 'UserService.GetRoomDiscovery',
    request: (w) => ({ room_id: w.otherRoom }),
    expect: { ok: { room: { access: 'UNAVAILABLE' } } },
  },
  {
    name: '[CL2] root brings the account back',
    as: 'root',
    call: 'AdminService.RestoreUser',
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { ok: {} },
  },
  {
    name: '[CL2] and the password of before signs in',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.stranger.username, password: testPassword }),
    expect: { ok: { mfa: { required: false } } },
  },
];
