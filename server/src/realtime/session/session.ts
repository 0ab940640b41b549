import type { ClientMessage, TerminationCode as Code } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Call, RoomPrincipal, RoomStanding } from '../../kernel/call.ts';
import { pause } from '../../kernel/clock.ts';
import { serverFrame } from '../frames.ts';
import type { Observation } from '../observing/observation.ts';
import { principalIdOf } from '../resource.ts';
import type { RoomChannel } from '../room/channel.ts';
import { CommandQueue } from './command-queue.ts';
import type { Connection } from './connection.ts';
import { FrameBudget } from './frame-budget.ts';
import { readFrame, readMessage } from './incoming.ts';
import { OutboundWindow } from './outbound-window.ts';
import { endingOf } from './termination.ts';

/** The call that opened a connection, as the pipeline's `open` gives it. */
export type RoomCall = Call<RoomPrincipal, RoomStanding>;

const heartbeat = serverFrame({ case: 'heartbeat', value: {} });

/** `opening`: admitted, not yet upgraded. `closing`: the last frame was sent, or the peer is gone; nothing goes in or out. */
type State = { kind: 'opening' } | { kind: 'open'; socket: Connection } | { kind: 'closing' };

/** One connection to a room: what it observes, what it may, and what it still has to read. */
export class Session {
  readonly connectionId: string;
  readonly call: RoomCall;
  readonly channel: RoomChannel;
  readonly principalId: string;
  /** `stream`: one-way, read by a server stream; it says nothing, so silence is no fault, and nobody sees it as present. */
  readonly kind: 'socket' | 'stream';
  readonly observations = new Map<string, Observation>();
  readonly budget: FrameBudget;
  readonly commands: CommandQueue;
  standing: RoomStanding;
  /** Smallest round trip that the client has measured, in milliseconds. */
  roundTripMs: number | undefined;
  /** When anything came from the peer, in milliseconds since 1970. */
  heardAtMs: number;
  /** When the last heartbeat was sent. */
  beatAtMs: number;
  badFrames = 0;
  #state: State = { kind: 'opening' };
  readonly #outbound: OutboundWindow;
  readonly #release: () => void;
  #isReleased = false;

  constructor(channel: RoomChannel, call: RoomCall, connectionId: string, kind: Session['kind'], release: () => void) {
    const { clock, limits } = channel.context;
    this.channel = channel;
    this.call = call;
    this.connectionId = connectionId;
    this.kind = kind;
    this.principalId = principalIdOf(call.principal);
    this.standing = call.room;
    this.heardAtMs = clock.nowMs();
    this.beatAtMs = this.heardAtMs;
    this.budget = new FrameBudget(limits, this.heardAtMs);
    this.commands = new CommandQueue(this);
    this.#outbound = new OutboundWindow(limits);
    this.#release = release;
  }

  get principal(): RoomPrincipal {
    return this.call.principal;
  }

  get isOpen(): boolean {
    return this.#state.kind === 'open';
  }

  /** The connection stands: greets it, and others see it. */
  start(socket: Connection): void {
    if (this.#state.kind !== 'opening') {
      socket.close(1001, 'The connection has ended.');
      return;
    }
    this.#state = { kind: 'open', socket };
    this.channel.opened(this);
    this.send(this.channel.greetings.frame(this.connectionId, this.principalId));
  }

  /** Takes one encoded ClientMessage. Never throws: what is wrong with it is answered. */
  receive(bytes: Uint8Array): void {
    if (this.isOpen) readFrame(this, bytes);
  }

  /** The same for a connection that carries messages; undefined for one that could not be read. */
  receiveMessage(message: ClientMessage | undefined): void {
    if (this.isOpen) readMessage(this, message);
  }

  /** Says that the server is alive, and asks the peer's transport the same: that answers also where a page sleeps. [RT15] */
  beat(nowMs: number): void {
    this.beatAtMs = nowMs;
    this.send(heartbeat);
    if (this.#state.kind === 'open') this.#state.socket.ping?.();
  }

  /** The peer gave a sign of life that is no frame: a WebSocket pong. */
  heard(): void {
    this.heardAtMs = this.channel.context.clock.nowMs();
  }

  /** Hands a frame to the connection; one that does not keep up is ended. [RT10] */
  send(frame: Uint8Array): void {
    const state = this.#state;
    switch (state.kind) {
      case 'open':
        if (this.#outbound.admit(frame.length, state.socket.buffered())) state.socket.send(frame);
        else this.terminate(TerminationCode.TOO_SLOW);
        return;
      case 'opening':
      case 'closing':
        return;
      default:
        state satisfies never;
    }
  }

  /** Sends the last frame and ends the connection. May be called in any state, any number of times. [RT16] */
  terminate(code: Code, mayReconnect?: boolean): void {
    const state = this.#state;
    this.#state = { kind: 'closing' };
    switch (state.kind) {
      case 'open': {
        const ending = endingOf(code, mayReconnect);
        state.socket.send(ending.frame);
        this.channel.left(this);
        state.socket.close(ending.closeCode, ending.message);
        return;
      }
      case 'opening':
      case 'closing':
        return;
      default:
        state satisfies never;
    }
  }

  /** The connection is gone, whoever ended it, or never came about. The first call counts. */
  closed(): void {
    this.#state = { kind: 'closing' };
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.channel.left(this);
    this.#release();
  }

  /** Resolves when the peer has read (nearly) all, or the session has ended. */
  async drained(): Promise<void> {
    while (this.#state.kind === 'open' && this.#state.socket.buffered() > 0) {
      await pause(this.channel.context.clock, 20);
    }
  }
}
