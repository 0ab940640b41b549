import type { Api } from '../../../../client/calls/api.ts';
import { provePassword } from '../../../account/passwords/passwords.port.ts';

/**
 * Joins a room with its password, which the server never sees. @throws ApiError `rooms.wrong_password` and others, as
 * `JoinRoom`. [WR21]
 */
export async function joinByPassword(api: Api, room_id: string, password: string, note: string) {
  let login_id = '';
  const credential_finalization = await provePassword(
    password,
    async (credential_request) => {
      const started = await api.call('UserService.StartRoomPasswordLogin', { room_id, credential_request });
      login_id = started.login_id;
      return started.credential_response;
    },
    'rooms.wrong_password',
  );
  return api.call('UserService.FinishRoomPasswordLogin', { room_id, login_id, credential_finalization, note });
}
