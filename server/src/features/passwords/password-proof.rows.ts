/** The password before something sensitive, without telling it. */
import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';
import { OpaqueClient } from './opaque.fixture.ts';

const clients = new WeakMap<World, OpaqueClient>();

function clientOf(w: World): OpaqueClient {
  const found = clients.get(w) ?? new OpaqueClient('Correct-horse-7');
  clients.set(w, found);
  return found;
}

export const passwordProofRows: Row[] = [
  {
    name: 'a verification begins',
    as: 'owner',
    call: 'UserService.StartSensitiveOperationVerification',
    request: { operation: 'SENSITIVE_OPERATION_TOTP_SETUP' },
    expect: { ok: { available_methods: ['VERIFICATION_METHOD_PASSWORD'] } },
    keep: { session: 'verification_session_id' },
  },
  {
    name: '[PW9] the first message is answered',
    as: 'owner',
    call: 'UserService.StartSensitiveOperationOpaque',
    request: (w) => ({
      verification_session_id: w.kept.session!,
      credential_request: clientOf(w).startLogin(),
    }),
    expect: { ok: {} },
    keep: { credentialResponse: 'credential_response' },
  },
  {
    name: '[PW9] the last one proves the password',
    as: 'owner',
    call: 'UserService.FinishSensitiveOperationVerification',
    request: (w) => ({
      verification_session_id: w.kept.session!,
      credential_finalization: clientOf(w).finishLogin(w.kept.credentialResponse!)!,
    }),
    expect: { ok: {} },
    keep: { verificationId: 'verification_id' },
  },
  {
    name: '[MF16] and its id serves the operation',
    as: 'owner',
    call: 'UserService.StartTotpSetup',
    request: (w) => ({ verification_id: w.kept.verificationId! }),
    expect: { ok: {} },
  },
];
