import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';
import { OpaqueClient } from '../../accounts/passwords/opaque.fixture.ts';

const visibility = 'RoomService.UpdateRoomVisibility';
const start = 'RoomService.StartRoomPasswordRegistration';
const finish = 'RoomService.FinishRoomPasswordRegistration';
const clear = 'RoomService.ClearRoomPassword';

/** A group element of ristretto255 (RFC 9496, appendix A.1), the form of a blinded password and of a public key. */
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

const startLogin = 'UserService.StartRoomPasswordLogin';
const finishLogin = 'UserService.FinishRoomPasswordLogin';

/** The client of each world: transports run in parallel. */
const clients = new WeakMap<World, OpaqueClient>();

function startRequest(world: World): string {
  const client = new OpaqueClient('pass word');
  clients.set(world, client);
  return client.startLogin();
}

export const roomPasswordLoginRows: Row[] = [
  {
    name: '[RO21] a room with a password',
    as: 'owner',
    call: 'UserService.CreateRoom',
    request: { name: 'Film night', password: 'pass word' },
    expect: { ok: { room: { has_password: true } } },
    keep: { locked: 'room.id' },
  },
  {
    name: '[RO21] the first step answers what the client asks',
    as: 'member',
    call: startLogin,
    request: (w) => ({ room_id: w.kept.locked!, credential_request: startRequest(w) }),
    expect: { ok: {} },
    keep: { roomLogin: 'login_id', roomCredential: 'credential_response' },
  },
  {
    name: '[RO21] with what the client made of it the person is in',
    as: 'member',
    call: finishLogin,
    request: (w) => ({
      room_id: w.kept.locked!,
      login_id: w.kept.roomLogin!,
      credential_finalization: clients.get(w)!.finishLogin(w.kept.roomCredential!)!,
    }),
    expect: { ok: (w) => ({ member: { user_id: w.member.id, role: 'member' } }) },
  },
  {
    name: '[RO21] it is finished once',
    as: 'member',
    call: finishLogin,
    request: (w) => ({
      room_id: w.kept.locked!,
      login_id: w.kept.roomLogin!,
      credential_finalization: Buffer.alloc(64, 7).toString('base64'),
    }),
    expect: { error: 'auth.challenge_expired' },
  },
  {
    name: '[RO21] who is in needs no password',
    as: 'member',
    call: startLogin,
    request: (w) => ({ room_id: w.kept.locked!, credential_request: startRequest(w) }),
    expect: { error: 'rooms.password_not_asked' },
  },
  {
    name: '[RO21] what is no message of OPAQUE is refused',
    as: 'admin',
    call: startLogin,
    request: (w) => ({ room_id: w.kept.locked!, credential_request: Buffer.alloc(96, 255).toString('base64') }),
    expect: { error: 'auth.invalid_opaque_message' },
  },
  {
    name: '[RO21] a login of somebody else is none',
    as: 'admin',
    call: finishLogin,
    request: (w) => ({
      room_id: w.kept.locked!,
      login_id: w.kept.roomLogin!,
      credential_finalization: Buffer.alloc(64, 7).toString('base64'),
    }),
    expect: { error: 'auth.challenge_expired' },
  },
  {
    name: '[RO21] there is no such room',
    as: 'member',
    call: startLogin,
    request: (w) => ({ room_id: 'room_none', credential_request: startRequest(w) }),
    expect: { error: 'rooms.not_found' },
  },
  ...[startLogin, finishLogin].map(
    (call): Row => ({
      name: '[RO21] without an account there is no such login',
      as: 'anonymous',
      call,
      request: (w) => ({
        room_id: w.kept.locked!,
        ...(call === startLogin
          ? { credential_request: startRequest(w) }
          : { login_id: 'none', credential_finalization: Buffer.alloc(64, 7).toString('base64') }),
      }),
      expect: { error: 'call.unauthenticated' },
    }),
  ),
];
