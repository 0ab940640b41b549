import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { PlaybackState } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { RoomDiagnosisSchema } from '@matinee/contract/gen/service/client/room_diagnosis_pb.ts';
import type { RoomStanding } from '../../../kernel/call.ts';
import { dateOf } from '../../../kernel/clock.ts';
import { decodePayload } from '../../../realtime/frames.ts';
import { realtimeErrors } from '../../../realtime/realtime.errors.ts';
import type { Database } from '../../../store/database.ts';
import type { Outbox } from '../../../store/events/outbox.ts';
import type { RoomCare } from '../../rooms/rooms/rooms.port.ts';
import { type PlaybackPort, playbackStateKind } from '../playback/playback.port.ts';
import type { makeEveryReplica } from './every-replica.ts';
import { type Conversion, diagnose, type ViewerFacts } from './findings.ts';
import type { LastReport } from './viewer-reports.ts';

/** Most playback changes in a diagnosis. */
const maxCommands = 10;

/** A connected member, as the others see them. */
interface Watcher {
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly state: PresenceState;
}

export interface DiagnosisParts {
  readonly db: Database;
  readonly outbox: Pick<Outbox, 'last'>;
  readonly playback: Pick<PlaybackPort, 'state'>;
  readonly rooms: Pick<RoomCare, 'getView'>;
  /** Connected members, on all replicas. */
  readonly watchers: (roomId: string) => readonly Watcher[];
  readonly conversion: () => Conversion;
}

type Diagnosis = MessageInitShape<typeof RoomDiagnosisSchema>;

/** Diagnoses each viewer of a room. [DG3]–[DG7] */
export function makeDiagnosis(parts: DiagnosisParts, everyReplica: Pick<ReturnType<typeof makeEveryReplica>, 'ask'>) {
  const { db, outbox, playback, rooms, watchers, conversion } = parts;

  async function diagnoseRoom(roomId: string): Promise<{ diagnosis: Diagnosis }> {
    const [playbackState, commands, { reports, silentReplicas }] = await Promise.all([
      playback.state(roomId),
      lastCommands(outbox, roomId),
      everyReplica.ask(roomId),
    ]);
    const viewers = together(reports, watchers(roomId));
    const { ofRoom, ofViewers } = diagnose(viewers, conversion());
    const told = viewers.map(({ isLost: _, report, atMs, ...person }, index) => ({
      ...person,
      ...(report && { report, reportedAt: timestampFromDate(dateOf(atMs)) }),
      findings: [...(ofViewers[index] ?? [])],
    }));
    // The sort is stable: within both groups the order stays.
    told.sort((a, b) => Math.min(1, b.findings.length) - Math.min(1, a.findings.length));
    return { diagnosis: { playbackState, viewers: told, findings: [...ofRoom], commands, silentReplicas } };
  }

  return {
    /** @throws AppError `realtime.not_permitted` */
    async ofMember({ roomId, permissions }: RoomStanding) {
      if (!permissions.has(Permission.VIEW_MEMBERS)) throw realtimeErrors.not_permitted();
      return diagnoseRoom(roomId);
    },
    /** @throws AppError `rooms.not_found` */
    async ofAdmin(roomId: string) {
      await rooms.getView(db, roomId);
      return diagnoseRoom(roomId);
    },
  };
}

/** All viewers by name: one for each report, and one for each connected member without a report. */
function together(
  reports: readonly LastReport[],
  people: readonly Watcher[],
): (ViewerFacts & Pick<LastReport, 'userId' | 'username' | 'atMs'>)[] {
  const lost = new Set(people.filter(({ state }) => state === PresenceState.LOST).map(({ userId }) => userId));
  const known = new Set(reports.map(({ userId }) => userId));
  const silent = people.filter(({ userId }) => !known.has(userId));
  const all = [
    ...reports.map((last) => ({ ...last, isLost: lost.has(last.userId) })),
    ...silent.map(({ userId, username, displayName }) => {
      return { userId, username, displayName, report: undefined, atMs: 0, isLost: lost.has(userId) };
    }),
  ];
  return all.sort((a, b) => (a.displayName < b.displayName ? -1 : a.displayName > b.displayName ? 1 : 0));
}

/** The latest changes of the playback, newest first. */
async function lastCommands(outbox: Pick<Outbox, 'last'>, roomId: string): Promise<PlaybackState[]> {
  const events = await outbox.last(roomId, playbackStateKind, 2 * maxCommands);
  const states = events.flatMap(({ payload }) => {
    const { resource } = decodePayload(payload);
    return resource.case === 'playbackState' ? [resource.value] : [];
  });
  // A later update of the item, such as its measured length, repeats the action and time of the command that started
  // it.
  const isNew = ({ atMs, action }: PlaybackState, index: number) =>
    states.findIndex((other) => other.atMs === atMs && other.action === action) === index;
  return states.filter(isNew).slice(0, maxCommands);
}
