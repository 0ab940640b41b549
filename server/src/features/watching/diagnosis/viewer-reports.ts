import type { ViewerReport } from '@matinee/contract/gen/service/client/viewer_reports_pb.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SignalSender } from '../../../realtime/signals.ts';

/** A report expires after this time (ms). Pages report every 30 s. */
const freshMs = 100_000;
/** Of reports that come faster than this (ms), only the first is counted. */
const countedEveryMs = 1_000;

/** The latest report of one connection, and its user. */
export interface LastReport {
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly report: ViewerReport;
  readonly atMs: number;
}

/** The latest report of each connection of this process, in memory only. [DG1] */
export class ViewerReports {
  readonly #clock: Clock;
  readonly #onCounted: (report: ViewerReport) => void;
  /** By room. */
  readonly #rooms = new Map<string, Map<SignalSender, LastReport>>();

  /** `onCounted` receives the reports that count as measurements. */
  constructor(clock: Clock, onCounted: (report: ViewerReport) => void) {
    this.#clock = clock;
    this.#onCounted = onCounted;
  }

  /** Takes the report of a member. Guests do not watch films, so theirs are dropped. */
  take(sender: SignalSender, report: ViewerReport): void {
    const { principal, roomId } = sender;
    if (principal.kind === 'guest') return;
    const atMs = this.#clock.nowMs();
    const room = this.#rooms.get(roomId) ?? new Map<SignalSender, LastReport>();
    const last = room.get(sender);
    const { userId, username, displayName } = principal;
    room.set(sender, { userId, username, displayName, report, atMs });
    this.#rooms.set(roomId, room);
    if (last === undefined) sender.watch({ ended: () => this.#forget(sender), standingChecked: () => undefined });
    if (last === undefined || atMs - last.atMs >= countedEveryMs) this.#onCounted(report);
  }

  /** The reports of a room that have not expired. */
  ofRoom(roomId: string): LastReport[] {
    return this.#fresh(this.#rooms.get(roomId) ?? new Map());
  }

  /** The reports of all rooms that have not expired. */
  all(): LastReport[] {
    return [...this.#rooms.values()].flatMap((room) => this.#fresh(room));
  }

  #fresh(room: ReadonlyMap<SignalSender, LastReport>): LastReport[] {
    const oldestMs = this.#clock.nowMs() - freshMs;
    return [...room.values()].filter(({ atMs }) => atMs > oldestMs);
  }

  #forget(sender: SignalSender): void {
    const room = this.#rooms.get(sender.roomId);
    room?.delete(sender);
    if (room?.size === 0) this.#rooms.delete(sender.roomId);
  }
}
