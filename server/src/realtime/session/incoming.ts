import { create, fromBinary } from '@bufbuild/protobuf';
import { createValidator } from '@bufbuild/protovalidate';
import {
  type ClientMessage,
  ClientMessageSchema,
  type ClockProbe,
  TerminationCode,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { serverFrame } from '../frames.ts';
import { observe } from '../observing/observe.ts';
import { realtimeErrors } from '../realtime.errors.ts';
import type { Signals } from '../resource.ts';
import { sendError } from './send-error.ts';
import type { Session } from './session.ts';

/** Frames that are no messages, after which a connection is ended. [RT12] */
const MAX_BAD_FRAMES = 10;

/** Longest round trip that is believed, in milliseconds. */
const MAX_ROUND_TRIP_MS = 60_000;

const validator = createValidator();

/** Reads one frame of bytes. */
export function readFrame(session: Session, bytes: Uint8Array): void {
  const receivedAtMs = takeFrame(session);
  if (receivedAtMs === undefined) return;
  const { frameMemo } = session.channel.context;
  const known = frameMemo.find(bytes);
  if (known !== undefined && known.message.case !== undefined) {
    dispatch(session, known.message, receivedAtMs);
    return;
  }
  const message = decode(bytes);
  const isObservation = message?.message.case === 'observeResource' && message.clientOperationId === undefined;
  if (handle(session, message, receivedAtMs) && message !== undefined && isObservation) frameMemo.keep(bytes, message);
}

/** Reads one message that was decoded elsewhere. */
export function readMessage(session: Session, message: ClientMessage | undefined): void {
  const receivedAtMs = takeFrame(session);
  if (receivedAtMs !== undefined) handle(session, message, receivedAtMs);
}

/** Server time at which the frame came; undefined when it is over the budget and not to be read. [RT13] */
function takeFrame(session: Session): number | undefined {
  const nowMs = session.channel.context.clock.nowMs();
  session.heardAtMs = nowMs;
  const verdict = session.budget.take(nowMs);
  switch (verdict) {
    case 'read':
      return nowMs;
    case 'tell':
      sendError(session, realtimeErrors.too_fast({ retryAfterSeconds: 1 }));
      return undefined;
    case 'drop':
      return undefined;
    case 'abuse':
      session.terminate(TerminationCode.PROTOCOL);
      return undefined;
    default:
      return verdict satisfies never;
  }
}

function decode(bytes: Uint8Array): ClientMessage | undefined {
  try {
    return fromBinary(ClientMessageSchema, bytes, { readUnknownFields: false });
  } catch {
    return undefined;
  }
}

/** False: it was refused. */
function handle(session: Session, message: ClientMessage | undefined, receivedAtMs: number): boolean {
  if (message === undefined) {
    refuseFrame(session);
    return false;
  }
  const { clientOperationId, message: body } = message;
  const method = body.case === undefined ? undefined : session.channel.context.commands.get(body.case);
  // The pipeline validates requests, with the same answer on every transport; here it is the envelope alone.
  const fault = findFault(method === undefined ? message : create(ClientMessageSchema, envelopeOf(message)));
  if (body.case === undefined) {
    sendError(session, realtimeErrors.unknown_message(), clientOperationId);
    return false;
  }
  if (fault !== undefined) {
    sendError(session, realtimeErrors.bad_frame({ message: fault }), clientOperationId);
    return false;
  }
  if (method !== undefined) session.commands.add({ method, message: body.value, clientOperationId });
  else dispatch(session, body, receivedAtMs);
  return true;
}

/** Everything that is no command. */
function dispatch(
  session: Session,
  body: Exclude<ClientMessage['message'], { case: undefined }>,
  receivedAtMs: number,
) {
  switch (body.case) {
    case 'observeResource':
      observe(session, body.value);
      return;
    case 'unobserveResource':
      session.channel.drop(session, body.value.observeId);
      return;
    case 'clockProbe':
      answerProbe(session, body.value, receivedAtMs);
      return;
    case 'heartbeat':
      return;
    default: {
      const signal = session.channel.context.wiring().signals[body.case as keyof Signals];
      if (signal === undefined) sendError(session, realtimeErrors.unknown_message());
      else runSignal(session, () => signal(session, body.value as never));
    }
  }
}

function runSignal(session: Session, work: () => void): void {
  try {
    work();
  } catch (error) {
    sendError(session, error);
  }
}

function refuseFrame(session: Session): void {
  session.badFrames += 1;
  sendError(session, realtimeErrors.bad_frame());
  if (session.badFrames >= MAX_BAD_FRAMES) session.terminate(TerminationCode.PROTOCOL);
}

/** The time stamps of a probe are taken as early and as late as can be. [RT14] */
function answerProbe(session: Session, probe: ClockProbe, serverReceivedMs: number): void {
  const { roundTripMs, clientSentMs } = probe;
  if (roundTripMs !== undefined && roundTripMs >= 0 && roundTripMs <= MAX_ROUND_TRIP_MS)
    session.roundTripMs = roundTripMs;
  const serverSentMs = session.channel.context.clock.nowMs();
  session.send(serverFrame({ case: 'clockReply', value: { clientSentMs, serverReceivedMs, serverSentMs } }));
}

function envelopeOf({ clientOperationId }: ClientMessage) {
  return clientOperationId === undefined ? {} : { clientOperationId };
}

/** What is wrong with the message, in words, or undefined. */
function findFault(message: ClientMessage): string | undefined {
  const result = validator.validate(ClientMessageSchema, message);
  if (result.kind === 'valid') return undefined;
  if (result.kind === 'error') return result.error.message;
  return result.violations.map((violation) => violation.toString()).join('; ');
}
