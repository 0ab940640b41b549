import type {
  ClearRoomPasswordRequest,
  FinishRoomPasswordRegistrationRequest,
  StartRoomPasswordRegistrationRequest,
} from '@matinee/contract/gen/service/client/room_passwords_pb.ts';
import type { Passwords } from '../../../drivers/passwords/passwords.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { Database } from '../../../store/database.ts';
import { authErrors } from '../../accounts/sessions/sessions.port.ts';
import { getView, type RoomViewing, toRoom } from './room-views.ts';
import { roomErrors } from './rooms.errors.ts';
import type { RoomCare } from './rooms.port.ts';
import type { roomSettings } from './rooms.settings.ts';

interface Parts extends RoomViewing {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly settings: RoomViewing['settings'] & { readonly rooms: SettingValues<typeof roomSettings> };
}

/**
 * Sets and removes a room's password for members who manage it, without receiving the password. The server keeps no
 * state between the two steps: a record that was made for another room opens no room. [RO13] [RO17]
 */
export function makeRoomPasswords(parts: Parts, care: Pick<RoomCare, 'setPasswordRecord'>) {
  const { db, passwords, settings } = parts;

  function requireAllowed(): void {
    if (settings.rooms.passwordPolicy === 'forbidden') throw roomErrors.password_forbidden();
  }

  async function store(roomId: string, record: string | null) {
    const row = await db.write(async (tx) => {
      await care.setPasswordRecord(tx, roomId, record);
      return getView(tx, roomId);
    });
    return { room: toRoom(row, parts) };
  }

  return {
    async start({ roomId, registrationRequest }: StartRoomPasswordRegistrationRequest) {
      requireAllowed();
      const registrationResponse = await passwords.answerRegistration(roomId, registrationRequest);
      if (!registrationResponse) throw authErrors.invalid_opaque_message();
      return { registrationResponse };
    },
    async finish({ roomId, registrationUpload }: FinishRoomPasswordRegistrationRequest) {
      requireAllowed();
      const record = await passwords.acceptRecord(registrationUpload);
      if (record === undefined) throw authErrors.invalid_opaque_message();
      return store(roomId, record);
    },
    async clear({ roomId }: ClearRoomPasswordRequest) {
      if (settings.rooms.passwordPolicy === 'required') throw roomErrors.password_required();
      return store(roomId, null);
    },
  };
}
