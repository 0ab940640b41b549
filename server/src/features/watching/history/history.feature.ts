import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Database } from '../../../store/database.ts';
import type { Feature } from '../../feature.ts';
import { type HistoryParts, makeHistory, makePictureTelling } from './history.service.ts';
import { changeStarter, deleteStartedBefore } from './history.store.ts';
import { historyKind, makeHistoryKeeper } from './history-keeper.ts';
import { personalData } from './personal-data.ts';

/** How long an entry is kept, in milliseconds: 90 days. */
const keptMs = 90 * 24 * 60 * 60_000;
const cleanEveryMs = 60 * 60_000;

/** Deletes entries that are too old. [PH6] */
function cleaning({ db, clock, log }: { readonly db: Database; readonly clock: Clock; readonly log: Log }): Part {
  const work = () => deleteStartedBefore(db.query(), dateOf(clock.nowMs() - keptMs));
  return makeWorker({ name: 'history cleaning', clock, log, periodMs: cleanEveryMs, work, runsAtStart: false });
}

type Parts = HistoryParts & { readonly clock: Clock; readonly log: Log; readonly ids: Ids };

export function historyFeature(parts: Parts): Feature {
  const history = makeHistory(parts);
  const { method } = RoomService;
  return {
    name: 'history',
    personalData,
    tables: ['playback_history'],
    reads: ['users'],
    onItemChanged: makeHistoryKeeper(parts),
    onArtwork: makePictureTelling(parts),
    onUserErased: (tx, userId, heirId) => changeStarter(tx.query(), userId, heirId),
    bindings: [
      handleMember(method.listPlaybackHistory, (request, call) => history.list(request, call.room.roomId)),
      handleMember(method.playHistoryEntry, (request, call) => history.play(request, call)),
      handleMember(method.deletePlaybackHistoryEntry, ({ entryId }, call) => history.delete(entryId, call.room.roomId)),
      handleMember(method.clearPlaybackHistory, (_, call) => history.clear(call.room.roomId)),
    ],
    resources: [
      {
        case: 'playbackHistory',
        permission: Permission.VIEW_PLAYBACK_HISTORY,
        membersOnly: true,
        key: () => historyKind,
        snapshot: (roomId) => history.snapshot(roomId),
      },
    ],
    parts: [cleaning(parts)],
  };
}
