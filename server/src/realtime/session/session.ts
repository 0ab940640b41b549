import { type ObserveResource, TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { ConnectionWatcher, RoomPrincipal, RoomStanding } from '../../kernel/call.ts';
import { pause } from '../../kernel/clock.ts';
import type { OpeningCall, RealtimeContext } from '../context.ts';
import { serverFrame } from '../frames.ts';
import { principalIdOf } from '../resource.ts';
import type { PlayerReport } from '../signals.ts';
import type { CurrentStanding } from '../wiring.ts';
import type { Connection } from './connection.ts';
import { errorFrame, observeErrorFrame } from './error-frames.ts';
import { HEARTBEAT_SECONDS } from './greeting.ts';
import { IncomingFrames, type ToMessage } from './incoming.ts';
import { OutboundWindow } from './outbound-window.ts';
import { terminationOf } from './termination.ts';

/** A connection that receives nothing for this long is dead, in milliseconds. [RT15] */
const SILENCE_MS = 60_000;

const heartbeat = serverFrame({ case: 'heartbeat', value: {} });

/** The parts of a room that a session needs. */
export interface SessionRoom {
  /** The session's connection is open. */
  opened(session: Session): void;
  /** The session has left the room. May be called more than once. */
  left(session: Session): void;
  observe(session: Session, request: ObserveResource, refuse: (error: unknown) => void): void;
  unobserve(session: Session, observeId: string): void;
  /** The session's rights in the room have changed. */
  standingChanged(session: Session): void;
  report(session: Session, report: PlayerReport): void;
}

/**
 * The purpose of a session. A server stream reads a `stream`: it sends no frames, so silence does not end it, and it
 * does not count as present.
 */
export interface SessionOptions {
  readonly call: OpeningCall;
  readonly connectionId: string;
  readonly kind: 'socket' | 'stream';
  /** Called once, when the connection is closed. */
  readonly onClosed: () => void;
}

/** Admitted; the connection is still being opened. */
const OPENING = { kind: 'opening' } as const;
/** The last frame was sent; nothing is sent or read until the connection is closed. */
const CLOSING = { kind: 'closing' } as const;
/** The connection is closed, or was never opened. */
const CLOSED = { kind: 'closed' } as const;

interface Open {
  readonly kind: 'open';
  readonly connection: Connection;
  /** Time of the last input from the peer, in milliseconds since 1970. */
  heardAtMs: number;
  /** Time of the last heartbeat. */
  beatAtMs: number;
}

type State = typeof OPENING | Open | typeof CLOSING | typeof CLOSED;

/** A person's presence in a room for the life of one connection: `opening → open → closing → closed`. */
export class Session {
  readonly connectionId: string;
  readonly call: OpeningCall;
  readonly principalId: string;
  readonly kind: SessionOptions['kind'];
  readonly #room: SessionRoom;
  readonly #context: RealtimeContext;
  readonly #incoming: IncomingFrames;
  readonly #outbound: OutboundWindow;
  readonly #onClosed: () => void;
  readonly #watchers = new Set<ConnectionWatcher>();
  #state: State = OPENING;
  #hasStood = false;
  #standing: RoomStanding;
  #principal: RoomPrincipal;

  constructor(room: SessionRoom, context: RealtimeContext, { call, connectionId, kind, onClosed }: SessionOptions) {
    this.#room = room;
    this.#context = context;
    this.call = call;
    this.connectionId = connectionId;
    this.kind = kind;
    this.principalId = principalIdOf(call.principal);
    this.#standing = call.room;
    this.#principal = call.principal;
    this.#incoming = new IncomingFrames(this, context);
    this.#outbound = new OutboundWindow(context.limits);
    this.#onClosed = onClosed;
  }

  /** The session's person, with their current name. */
  get principal(): RoomPrincipal {
    return this.#principal;
  }

  get roomId(): string {
    return this.call.room.roomId;
  }

  /** The person's current rights in the room. */
  get standing(): RoomStanding {
    return this.#standing;
  }

  /** Whether its connection was ever open: until then, the person has not been seen to arrive. */
  get hasStood(): boolean {
    return this.#hasStood;
  }

  get isOpen(): boolean {
    return this.#state.kind === 'open';
  }

  /** Smallest round trip that the client has measured, in milliseconds. */
  get roundTripMs(): number | undefined {
    return this.#incoming.roundTripMs;
  }

  /** Takes the connection once it is open. Closes it at once if the session has ended meanwhile. */
  start(connection: Connection): void {
    if (this.#state.kind !== 'opening') {
      connection.close(1001, 'The connection has ended.');
      return;
    }
    const nowMs = this.#context.clock.nowMs();
    this.#state = { kind: 'open', connection, heardAtMs: nowMs, beatAtMs: nowMs };
    this.#hasStood = true;
    this.#room.opened(this);
  }

  /**
   * Takes one frame. `toMessage` converts it to an encoded ClientMessage, if it is not one yet. Never throws: reports
   * the faults of the message to the peer.
   */
  receive(frame: Uint8Array, toMessage?: ToMessage): void {
    this.#hear();
    if (this.#state.kind === 'open') this.#incoming.read(frame, this.#state.heardAtMs, toMessage);
  }

  /**
   * The peer's transport sent a frame without content, such as a WebSocket ping. It counts against the budget too.
   * [RT13]
   */
  heard(): void {
    this.#hear();
    if (this.#state.kind === 'open') this.#incoming.count(this.#state.heardAtMs);
  }

  #hear(): void {
    if (this.#state.kind === 'open') this.#state.heardAtMs = this.#context.clock.nowMs();
  }

  /** Sends a frame. Ends a connection that does not keep up. [RT10] */
  send(frame: Uint8Array): void {
    const state = this.#state;
    switch (state.kind) {
      case 'open':
        if (this.#outbound.admit(frame.length, state.connection.buffered())) state.connection.send(frame);
        else this.terminate(TerminationCode.TOO_SLOW);
        return;
      case 'opening':
      case 'closing':
      case 'closed':
        return;
      default:
        state satisfies never;
    }
  }

  /** Answers a frame with an error; `clientOperationId` is that of the failed command. */
  sendError(error: unknown, clientOperationId?: string): void {
    this.send(errorFrame(error, { log: this.#context.log, connectionId: this.connectionId }, clientOperationId));
  }

  /** Reports to the client that an observation failed or had to end. */
  sendObserveError(observeId: string, error: unknown): void {
    if (this.#state.kind === 'open' && this.#state.connection.fail) return this.#state.connection.fail(error);
    this.send(observeErrorFrame(observeId, error, { log: this.#context.log, connectionId: this.connectionId }));
  }

  /** Starts an observation, see `ObservedRoom.observe`. Reports a failure to the peer, unless `refuse` takes it. */
  observe(
    request: ObserveResource,
    refuse: (error: unknown) => void = (error) => this.sendObserveError(request.observeId, error),
  ): void {
    this.#room.observe(this, request, refuse);
  }

  unobserve(observeId: string): void {
    this.#room.unobserve(this, observeId);
  }

  reportPlayer(report: PlayerReport): void {
    this.#room.report(this, report);
  }

  changeStanding({ principal = this.#principal, ...standing }: CurrentStanding): void {
    this.#standing = standing;
    this.#principal = principal;
    this.#room.standingChanged(this);
    for (const watcher of [...this.#watchers]) watcher.standingChecked(standing);
  }

  watch(watcher: ConnectionWatcher): () => void {
    if (this.#state.kind === 'closing' || this.#state.kind === 'closed') watcher.ended();
    else this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /**
   * Ends an open session with an expired token or a silent peer. Sends the others a heartbeat when it is due. [RT15]
   * [RT19]
   */
  sweep(nowMs: number): void {
    const state = this.#state;
    if (state.kind !== 'open') return;
    const isDead = this.kind === 'socket' && nowMs - state.heardAtMs >= SILENCE_MS;
    if (this.principal.expiresAtMs <= nowMs) this.terminate(TerminationCode.REVOKED, true);
    else if (isDead) this.terminate(TerminationCode.UNSPECIFIED);
    else if (nowMs - state.beatAtMs >= HEARTBEAT_SECONDS * 1000) this.#beat(state, nowMs);
  }

  /** Sends the last frame and ends the connection. May be called in any state, any number of times. [RT16] */
  terminate(code: TerminationCode, mayReconnect?: boolean): void {
    const state = this.#state;
    switch (state.kind) {
      case 'opening':
        this.#state = CLOSING;
        return;
      case 'open': {
        this.#state = CLOSING;
        this.#context.onTerminated(code);
        const { closeCode, message, frame } = terminationOf(code, mayReconnect);
        state.connection.send(frame);
        this.#leave();
        state.connection.close(closeCode, message);
        return;
      }
      case 'closing':
      case 'closed':
        return;
      default:
        state satisfies never;
    }
  }

  /** Call this when the connection is closed, by either side, or was never opened. Calls after the first do nothing. */
  closed(): void {
    if (this.#state.kind === 'closed') return;
    this.#state = CLOSED;
    this.#leave();
    this.#onClosed();
  }

  /** Resolves when no more bytes wait for the peer, or the session has ended. */
  async drained(): Promise<void> {
    while (this.#state.kind === 'open' && this.#state.connection.buffered() > 0) await pause(this.#context.clock, 20);
  }

  #leave(): void {
    this.#incoming.end();
    this.#room.left(this);
    const watchers = [...this.#watchers];
    this.#watchers.clear();
    for (const watcher of watchers) watcher.ended();
  }

  /** Sends a heartbeat frame, and a ping, which browsers answer even for a suspended page. */
  #beat(state: Open, nowMs: number): void {
    state.beatAtMs = nowMs;
    this.send(heartbeat);
    if (this.isOpen) state.connection.ping?.();
  }
}
