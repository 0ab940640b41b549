import type { Ids } from '../../../kernel/ids.ts';
import type { Tx } from '../../../store/database.ts';
import type { Users } from '../../accounts/users/users.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { RoomCare } from '../rooms/rooms.port.ts';
import type { AccountErasing } from './closure.port.ts';

export interface ErasingParts {
  readonly ids: Ids;
  readonly users: Users;
  readonly rooms: RoomCare;
  readonly audit: Audit;
  /** Transfers the account's content that others still see to its heir, in every feature. */
  readonly onErased: (tx: Tx, userId: string, heirId: string) => Promise<void>;
}

export function makeErasing({ ids, users, rooms, audit, onErased }: ErasingParts): AccountErasing {
  return {
    async erase(tx, userId) {
      for (const roomId of await rooms.listIdsOf(tx, userId)) await rooms.erase(tx, roomId);
      const heirId = ids.make('usr');
      await users.erase(tx, userId, heirId, () => onErased(tx, userId, heirId));
      await audit.record(tx, 'system', { action: 'user.erased', target: userId });
    },
  };
}
