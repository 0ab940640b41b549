import type { Call, RoomPrincipal, RoomStanding } from '../../../kernel/call.ts';
import { principalIdOf, type Snapshot } from '../../../realtime/resource.ts';
import { checkPayload, toMessage } from './check-keeper.ts';
import type { CheckingParts } from './checking.service.ts';
import * as store from './ready-checks.store.ts';

/** Reads who is ready. [RY5] */
export function makeCheckReading({ db, clock }: Pick<CheckingParts, 'db' | 'clock'>) {
  async function read(roomId: string) {
    const check = await store.findCheck(db.query(), roomId);
    return check && check.endsAtMs > clock.nowMs() ? check : undefined;
  }

  return {
    async get(_: object, { room, principal }: Call<RoomPrincipal, RoomStanding>) {
      const check = await read(room.roomId);
      const own = check?.people.find(({ id }) => id === principalIdOf(principal));
      return { ...(check && { readyCheck: toMessage(check) }), ...(own?.answer && { ownAnswer: own.answer }) };
    },
    async snapshot(roomId: string): Promise<Snapshot> {
      return { version: 0, payload: checkPayload(await read(roomId)) };
    },
  };
}
