import type { Row } from '@matinee/testkit/contract-table.ts';

const call = 'AdminService.SendTestEmail';

export const mailRows: Row[] = [
  {
    name: '[MA8] an administrator sends a test mail and hears what the server said',
    as: 'root',
    call,
    request: { email: 'operator@example.org' },
    expect: { ok: { response: '250 OK: message queued' } },
  },
  {
    name: '[MA8] to one address only',
    as: 'root',
    call,
    request: { email: 'a@example.org, b@example.org' },
    expect: { error: 'mail.invalid_address' },
  },
  {
    name: '[MA8] nobody else does',
    as: 'owner',
    call,
    request: { email: 'operator@example.org' },
    expect: { error: 'call.admin_only' },
  },
];
