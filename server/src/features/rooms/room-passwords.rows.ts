import type { Row } from '@matinee/testkit/contract-table.ts';

const visibility = 'RoomService.UpdateRoomVisibility';
const start = 'RoomService.StartRoomPasswordRegistration';
const finish = 'RoomService.FinishRoomPasswordRegistration';
const clear = 'RoomService.ClearRoomPassword';

/** A group element of ristretto255 (RFC 9496, appendix A.1), as a blinded password is one, and a public key. */
const elementBytes = Buffer.from('e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76', 'hex');
const element = elementBytes.toString('base64');

export const roomPasswordRows: Row[] = [
  {
    name: '[RO16] an administrator of the room takes it out of the feeds',
    as: 'admin',
    call: visibility,
    request: { visibility: 'hidden' },
    expect: { ok: (w) => ({ room: { id: w.room, visibility: 'hidden', version: 2 } }) },
  },
  {
    name: '[RO16] the visibility that it has changes nothing',
    as: 'admin',
    call: visibility,
    request: { visibility: 'hidden' },
    expect: { ok: { room: { visibility: 'hidden', version: 2 } } },
  },
  ...[visibility, start, finish, clear].map(
    (call): Row => ({
      name: '[RO16] [RO17] a member may not',
      as: 'member',
      call,
      request:
        call === visibility
          ? { visibility: 'public' }
          : call === start
            ? { registration_request: element }
            : call === finish
              ? { registration_upload: Buffer.alloc(192).toString('base64') }
              : {},
      expect: { error: 'call.missing_permission' },
    }),
  ),
  {
    name: '[RO16] a visibility must be named',
    as: 'owner',
    call: visibility,
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[RO17] the first step answers what the client asks',
    as: 'owner',
    call: start,
    request: { registration_request: element },
    expect: { ok: {} },
  },
  {
    name: '[RO17] what is no message of OPAQUE is refused in the first step',
    as: 'owner',
    call: start,
    request: { registration_request: Buffer.alloc(32, 255).toString('base64') },
    expect: { error: 'auth.invalid_opaque_message' },
  },
  {
    name: '[RO17] and in the second one',
    as: 'owner',
    call: finish,
    request: { registration_upload: Buffer.alloc(192, 255).toString('base64') },
    expect: { error: 'auth.invalid_opaque_message' },
  },
  {
    name: '[RO17] a record becomes the password',
    as: 'admin',
    call: finish,
    request: { registration_upload: Buffer.concat([elementBytes, Buffer.alloc(160, 7)]).toString('base64') },
    expect: { ok: { room: { has_password: true, version: 3 } } },
  },
  {
    name: '[RO17] and is removed again',
    as: 'admin',
    call: clear,
    expect: { ok: { room: { has_password: false, version: 4 } } },
  },
  {
    name: '[RO17] removing the password of a room that has none leaves it without one',
    as: 'owner',
    call: clear,
    expect: { ok: { room: { has_password: false } } },
  },
];
