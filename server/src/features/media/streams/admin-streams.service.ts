import type { KickStreamRequest } from '@matinee/contract/gen/service/client/streams_pb.ts';
import type { AdminPrincipal, Call } from '../../../kernel/call.ts';
import type { Database } from '../../../store/database.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { OnAir } from './air/on-air.ts';
import type { Relays } from './relays/relays.ts';
import { toFacts, toLiveStream } from './streams.messages.ts';
import * as store from './streams.store.ts';
import { takeOff } from './taking-off.ts';

export interface AdminStreamParts {
  readonly db: Database;
  readonly onAir: OnAir;
  readonly relays: Pick<Relays, 'peek'>;
  readonly audit: Audit;
  /** A stream whose last beat is older than this moment is over. */
  readonly staleMs: () => number;
}

/** Most streams in the list for administrators. */
const mostListed = 500;

/** Streams on the air in all rooms, for administrators. [LS11] */
export function makeAdminStreams({ db, onAir, relays, audit, staleMs }: AdminStreamParts) {
  return {
    async list() {
      const rows = await store.listAll(db.query(), staleMs(), mostListed);
      return {
        streams: rows.map((row) => {
          const stream = onAir.find(row.room_id, row.media_id) ?? relays.peek(row.generation_id);
          const names = { roomName: row.room_name, mediaName: row.media_name };
          return { stream: toLiveStream(row), ...names, ...(stream ? { facts: toFacts(stream) } : {}) };
        }),
      };
    },
    async kick({ roomId, mediaId }: KickStreamRequest, call: Call<AdminPrincipal>) {
      await db.write(async (tx) => {
        await takeOff(tx, roomId, mediaId, staleMs());
        await audit.record(tx, call, { action: 'stream.kicked', target: roomId, details: { media_id: mediaId } });
      });
      return {};
    },
  };
}
