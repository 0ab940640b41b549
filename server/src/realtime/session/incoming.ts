import { create, fromBinary } from '@bufbuild/protobuf';
import {
  type ClientMessage,
  ClientMessageSchema,
  type ClockProbe,
  type ObserveResource,
  TerminationCode,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { validator } from '../../kernel/validator.ts';
import type { RealtimeContext } from '../context.ts';
import { serverFrame } from '../frames.ts';
import { realtimeErrors } from '../realtime.errors.ts';
import type { SignalSender, Signals } from '../signals.ts';
import { type Commander, CommandQueue } from './command-queue.ts';
import { FrameBudget } from './frame-budget.ts';

/** This many invalid frames end a connection. [RT12] */
const MAX_BAD_FRAMES = 10;

/** Longest round trip that is accepted, in milliseconds. */
const MAX_ROUND_TRIP_MS = 60_000;

type Body = Exclude<ClientMessage['message'], { case: undefined }>;

/** Converts a frame to an encoded ClientMessage. Never throws. */
export type ToMessage = (frame: Uint8Array) => Uint8Array;

/** The session that sends the frames, as the reader of its frames sees it. */
export interface FrameSender extends SignalSender, Commander {
  terminate(code: TerminationCode): void;
  observe(request: ObserveResource): void;
  /** Tells the client that an observation failed. */
  sendObserveError(observeId: string, error: unknown): void;
  unobserve(observeId: string): void;
}

/** Reads the frames of one session and acts on them. Never throws: reports the faults of a frame to the sender. */
export class IncomingFrames {
  readonly #sender: FrameSender;
  readonly #context: RealtimeContext;
  readonly #budget: FrameBudget;
  /** Made for the first command, because most people in a large room only watch. */
  #commands: CommandQueue | undefined;
  #badFrames = 0;
  #roundTripMs: number | undefined;

  constructor(sender: FrameSender, context: RealtimeContext) {
    this.#sender = sender;
    this.#context = context;
    this.#budget = new FrameBudget(context.limits, context.clock.nowMs());
  }

  /** Smallest round trip that the client has measured, in milliseconds. */
  get roundTripMs(): number | undefined {
    return this.#roundTripMs;
  }

  /** Reads one frame, which arrived at `receivedAtMs` of server time. Ignores a frame over the budget. [RT13] */
  read(sent: Uint8Array, receivedAtMs: number, toMessage: ToMessage = (frame) => frame): void {
    if (!this.#mayRead(receivedAtMs)) return;
    const bytes = toMessage(sent);
    const { frameMemo } = this.#context;
    const known = frameMemo.find(bytes);
    if (known !== undefined && known.message.case !== undefined) {
      this.#dispatch(known.message, receivedAtMs);
      return;
    }
    const message = decode(bytes);
    const isObservation = message?.message.case === 'observeResource' && message.clientOperationId === undefined;
    if (this.#handle(message, receivedAtMs) && message !== undefined && isObservation) frameMemo.keep(bytes, message);
  }

  /** Takes an unreadable frame from the budget. */
  count(receivedAtMs: number): void {
    this.#mayRead(receivedAtMs);
  }

  /** Drops waiting commands, because the session has ended. */
  end(): void {
    this.#commands?.end();
  }

  /** False: the frame exceeds the budget. [RT13] */
  #mayRead(nowMs: number): boolean {
    const verdict = this.#budget.take(nowMs);
    switch (verdict) {
      case 'read':
        return true;
      case 'tell':
        this.#sender.sendError(realtimeErrors.too_fast({ retryAfterSeconds: 1 }));
        return false;
      case 'drop':
        return false;
      case 'abuse':
        this.#sender.terminate(TerminationCode.PROTOCOL);
        return false;
      default:
        return verdict satisfies never;
    }
  }

  /** False: the message was refused. */
  #handle(message: ClientMessage | undefined, receivedAtMs: number): boolean {
    if (message === undefined) {
      this.#refuseBadFrame();
      return false;
    }
    const { clientOperationId, message: body } = message;
    const kind = body.case === undefined ? undefined : this.#context.commands.get(body.case);
    // The pipeline validates the request of a command, as on every transport. Here only its envelope is validated.
    const fault = findFault(kind === undefined ? message : create(ClientMessageSchema, envelopeOf(message)));
    if (body.case === undefined) {
      this.#sender.sendError(realtimeErrors.unknown_message(), clientOperationId);
      return false;
    }
    if (fault !== undefined) {
      const error = realtimeErrors.bad_frame({ message: fault });
      if (body.case === 'observeResource') this.#sender.sendObserveError(body.value.observeId, error);
      else this.#sender.sendError(error, clientOperationId);
      return false;
    }
    if (kind === undefined) {
      this.#dispatch(body, receivedAtMs);
      return true;
    }
    this.#commands ??= new CommandQueue(this.#sender, this.#context);
    this.#commands.add({ kind, message: body.value, clientOperationId });
    return true;
  }

  /** Handles a message that is not a command. */
  #dispatch(body: Body, receivedAtMs: number): void {
    switch (body.case) {
      case 'observeResource':
        this.#sender.observe(body.value);
        return;
      case 'unobserveResource':
        this.#sender.unobserve(body.value.observeId);
        return;
      case 'clockProbe':
        this.#answerProbe(body.value, receivedAtMs);
        return;
      case 'heartbeat':
        return;
      default:
        this.#signal(body);
    }
  }

  #signal(body: Body): void {
    const signal = this.#context.wiring().signals[body.case as keyof Signals];
    try {
      if (signal === undefined) throw realtimeErrors.unknown_message();
      signal(this.#sender, body.value as never);
    } catch (error) {
      this.#sender.sendError(error);
    }
  }

  #refuseBadFrame(): void {
    this.#badFrames += 1;
    this.#sender.sendError(realtimeErrors.bad_frame());
    if (this.#badFrames >= MAX_BAD_FRAMES) this.#sender.terminate(TerminationCode.PROTOCOL);
  }

  /** Timestamps the receipt of the frame as early as possible, and its answer as late as possible. [RT14] */
  #answerProbe({ roundTripMs, clientSentMs }: ClockProbe, serverReceivedMs: number): void {
    if (roundTripMs !== undefined && roundTripMs >= 0 && roundTripMs <= MAX_ROUND_TRIP_MS)
      this.#roundTripMs = roundTripMs;
    const serverSentMs = this.#context.clock.nowMs();
    this.#sender.send(serverFrame({ case: 'clockReply', value: { clientSentMs, serverReceivedMs, serverSentMs } }));
  }
}

function decode(bytes: Uint8Array): ClientMessage | undefined {
  try {
    return fromBinary(ClientMessageSchema, bytes);
  } catch {
    return undefined;
  }
}

function envelopeOf({ clientOperationId }: ClientMessage) {
  return clientOperationId === undefined ? {} : { clientOperationId };
}

/** Describes the faults of the message; undefined if there are none. */
function findFault(message: ClientMessage): string | undefined {
  const result = validator.validate(ClientMessageSchema, message);
  if (result.kind === 'valid') return undefined;
  if (result.kind === 'error') return result.error.message;
  return result.violations.map((violation) => violation.toString()).join('; ');
}
