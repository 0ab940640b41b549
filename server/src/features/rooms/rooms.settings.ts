import { z } from 'zod';
import { setting } from '../../kernel/settings.ts';

export const roomSettings = {
  allowRoomCreation: setting('server.allowRoomCreation', z.boolean(), true, 'People may create rooms.'),
  disableCreateRoom: setting('room.disableCreateRoom', z.boolean(), false, 'Nobody may create rooms for now.'),
  maxRoomsPerUser: setting(
    'server.maxRoomsPerUser',
    z.number().int().min(1).max(1000),
    10,
    'Rooms that one person may have.',
  ),
  passwordPolicy: setting(
    'room.passwordPolicy',
    z.enum(['optional', 'required', 'forbidden']),
    'optional',
    'Whether rooms have passwords.',
  ),
};
