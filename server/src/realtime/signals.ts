import type { ClientMessage, PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { ConnectionWatcher } from '../kernel/call.ts';
import type { Viewer } from './resource.ts';

/** What a person's player says about itself. */
export interface PlayerReport {
  readonly state: PresenceState;
  /** How far the player is from the room's place, in milliseconds; undefined while that is not known. */
  readonly skewMs: number | undefined;
  /** How far behind the dates of a live stream it has to be, in milliseconds; undefined: no live stream plays. */
  readonly liveDelayMs?: number | undefined;
}

/** The sender of a signal: a session, as features see it. */
export interface SignalSender extends Viewer {
  readonly roomId: string;
  readonly principalId: string;
  readonly connectionId: string;
  /** Shows the others in the room what the sender's player does. [RT17] */
  reportPlayer(report: PlayerReport): void;
  /** As `RoomConnection.watch`. */
  watch(watcher: ConnectionWatcher): () => void;
}

type ClientBody = Exclude<ClientMessage['message'], { case: undefined }>;

/**
 * Handlers of frames that are neither commands nor realtime's own: short-lived reports. The sender is told the errors
 * that they throw.
 */
export type Signals = {
  readonly [C in ClientBody['case']]?: (
    sender: SignalSender,
    message: Extract<ClientBody, { case: C }>['value'],
  ) => void;
};
