import type { Row } from '@matinee/testkit/contract-table.ts';

export const serverRows: Row[] = [
  {
    name: 'anybody may know the name of the server',
    as: 'anonymous',
    call: 'PublicService.GetServerInfo',
    expect: { ok: { name: 'Matinee' } },
  },
  {
    name: 'anybody may know what is allowed here',
    as: 'anonymous',
    call: 'PublicService.GetPublicSettings',
    expect: {
      ok: {
        server_name: 'Matinee',
        password_signup_enabled: true,
        password_signup_needs_review: false,
        oauth2_signup_enabled: true,
        room_creation_enabled: true,
        room_password_policy: 'optional',
        max_members_per_room: 100,
        max_chat_messages: 500,
      },
    },
  },
  {
    name: 'the clock gives back the time that was sent',
    as: 'anonymous',
    call: 'PublicService.GetServerTime',
    request: { client_time_ms: 12.5 },
    expect: { ok: { client_time_ms: 12.5 } },
  },
];
