import type { Row } from '@matinee/testkit/contract-table.ts';
import { testPassword } from '@matinee/testkit/server.ts';

const own = 'UserService.CreateAccountExport';
const byAdmin = 'AdminService.CreateUserExport';

export const accountExportsRows: Row[] = [
  {
    name: '[AX4] there is no archive without a verification',
    as: 'member',
    call: own,
    request: { verification_id: 'made_up' },
    expect: { error: 'mfa.verification_invalid' },
  },
  {
    name: 'nor for somebody anonymous',
    as: 'anonymous',
    call: own,
    request: { verification_id: 'made_up' },
    expect: { error: 'call.unauthenticated' },
  },
  {
    name: '[AX4] a member verifies',
    as: 'member',
    call: 'UserService.StartSensitiveOperationVerification',
    request: { operation: 'SENSITIVE_OPERATION_ACCOUNT_EXPORT' },
    expect: { ok: {} },
    keep: { exporting: 'verification_session_id' },
  },
  {
    name: '[AX4] with the password',
    as: 'member',
    call: 'UserService.FinishSensitiveOperationVerification',
    request: (w) => ({ verification_session_id: w.kept.exporting!, password: testPassword }),
    expect: { ok: {} },
    keep: { exportProof: 'verification_id' },
  },
  {
    name: '[AX4] and gets an address',
    as: 'member',
    call: own,
    request: (w) => ({ verification_id: w.kept.exportProof! }),
    expect: { ok: {} },
  },
  {
    name: '[AX5] a root gets one of any account',
    as: 'root',
    call: byAdmin,
    request: (w) => ({ user_id: w.member.id }),
    expect: { ok: {} },
  },
  {
    name: '[AX5] an administrator below does not',
    as: 'keeper',
    call: byAdmin,
    request: (w) => ({ user_id: w.member.id }),
    expect: { error: 'call.admin_only' },
  },
  {
    name: '[AX5] there is none of an account that does not exist',
    as: 'root',
    call: byAdmin,
    request: { user_id: `usr_${'0'.repeat(26)}` },
    expect: { error: 'users.not_found' },
  },
];
