import type { ClientMessage, PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { ConnectionWatcher } from '../kernel/call.ts';
import type { Viewer } from './resource.ts';

/** A player's report about itself. */
export interface PlayerReport {
  readonly state: PresenceState;
  /** Distance of the player from the room's position, in milliseconds; undefined while unknown. */
  readonly skewMs: number | undefined;
  /**
   * Delay that the player needs behind the timestamps of a live stream, in milliseconds; undefined if it plays none.
   */
  readonly liveDelayMs?: number | undefined;
}

/** The session that sends a signal, as features see it. */
export interface SignalSender extends Viewer {
  readonly roomId: string;
  readonly principalId: string;
  readonly connectionId: string;
  /** Shows the state of the sender's player to the others in the room. [RT17] */
  reportPlayer(report: PlayerReport): void;
  /** See `RoomConnection.watch`. */
  watch(watcher: ConnectionWatcher): () => void;
}

type ClientBody = Exclude<ClientMessage['message'], { case: undefined }>;

/**
 * Handlers of frames that are neither commands nor realtime's own: short-lived reports. Errors that they throw are
 * reported to the sender.
 */
export type Signals = {
  readonly [C in ClientBody['case']]?: (
    sender: SignalSender,
    message: Extract<ClientBody, { case: C }>['value'],
  ) => void;
};
