/**
 * The one call pipeline: principal → access → budget → validation → handler → error mapping → log. All transports use
 * it.
 */
import type { DescField, DescMessage, DescMethod, Message } from '@bufbuild/protobuf';
import { room as roomMark, Who } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { isRoomScoped, markedField, methodName, ruleOf } from '@matinee/contract/methods.ts';
import { printedName } from '@matinee/contract/naming.ts';
import type {
  Call,
  Incoming,
  Pipeline,
  Principal,
  RoomConnection,
  RoomPrincipal,
  RoomStanding,
  Transport,
} from '../../kernel/call.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Binding } from '../../kernel/handler.ts';
import type { Log } from '../../kernel/log.ts';
import { type CurrentCall, inCall } from '../../kernel/tracing/current-call.ts';
import type { Tracer } from '../../kernel/tracing/tracer.ts';
import { validator } from '../../kernel/validator.ts';
import { type AccessQueries, type AccessRule, accessRule, admit, admitToRoom } from './access.ts';
import { type CallEnd, type CallLog, makeCallLog } from './call-log.ts';
import { findTooLong } from './lengths.ts';
import { callErrors, callReasons } from './pipeline.errors.ts';
import type { TakeBudget } from './rate-limits.ts';
import { keepShared } from './shared-answers.ts';
import { findBadTimestamp } from './timestamps.ts';
import { toMessage } from './to-message.ts';

/** Called after every call; `code` is `ok` or the error's code. */
export type CallObserver = (method: string, transport: string, code: string, durationMs: number) => void;

interface PipelineParts {
  readonly bindings: readonly Binding[];
  /** Bidirectional streams: methods that a client opens instead of calling. */
  readonly opened: readonly DescMethod[];
  readonly access: AccessQueries;
  readonly takeBudget: TakeBudget;
  /** A number that changes with each change of a runtime setting. Shared answers are cached until then. */
  readonly revision: () => number;
  readonly clock: Clock;
  readonly log: Log;
  readonly observe: CallObserver;
  /** See `log.slow_call_ms`. */
  readonly slowCallMs: number;
  readonly tracer?: Tracer | undefined;
}

const anonymous: Principal = { kind: 'anonymous' };

interface Prepared {
  readonly rule: AccessRule;
  readonly name: string;
  readonly isRoomScoped: boolean;
  readonly roomField: DescField | undefined;
  /** Only frames of a connection to the room may call it. */
  readonly overConnection: boolean;
  /** False: the request has nothing to validate. */
  readonly hasFields: boolean;
  readonly run: Binding['run'];
}

type Opening = Omit<Incoming, 'message'>;

/** A call that has begun. */
interface Started extends CurrentCall {
  readonly transport: Transport;
  readonly startedMs: number;
}

/** @throws Error when a method has two handlers, or a rule that cannot be applied. */
export function makePipeline(parts: PipelineParts): Pipeline {
  const prepared = prepareAll(parts);
  const ending: EndingParts = { ...parts, write: makeCallLog({ ...parts, slowMs: parts.slowCallMs }) };
  function find(method: DescMethod): Prepared {
    const plan = prepared.get(method);
    if (!plan) throw callErrors.unimplemented();
    return plan;
  }
  return {
    methods: new Set(parts.bindings.map((b) => b.method)),
    async unary(method, incoming) {
      const plan = find(method);
      const started = start(parts, plan, incoming);
      return inCall(started, async () => {
        try {
          const call = await begin(parts, method, plan, incoming);
          const answer = await (plan.run(incoming.message, call) as Promise<object>);
          end(ending, plan, started);
          return toMessage(method.output, answer) as never;
        } catch (cause) {
          throw end(ending, plan, started, { cause });
        }
      });
    },
    async *stream(method, incoming) {
      const plan = find(method);
      const started = start(parts, plan, incoming);
      try {
        const call = await inCall(started, () => begin(parts, method, plan, incoming));
        incoming.onAdmitted?.();
        for await (const answer of plan.run(incoming.message, call) as AsyncIterable<object>) {
          yield toMessage(method.output, answer) as never;
        }
        end(ending, plan, started, { isStream: true });
      } catch (cause) {
        throw end(ending, plan, started, { cause, isStream: true });
      }
    },
    async open(method, incoming) {
      const plan = find(method);
      const { requestId, transport } = incoming;
      const started = { requestId, transport, startedMs: parts.clock.nowMs() };
      try {
        return (await begin(parts, method, plan, incoming)) as Call<RoomPrincipal, RoomStanding>;
      } catch (cause) {
        throw end(ending, plan, started, { cause });
      }
    },
  };
}

function prepareAll({ bindings, opened, revision }: PipelineParts): ReadonlyMap<DescMethod, Prepared> {
  const prepared = new Map<DescMethod, Prepared>();
  for (const { method, run } of bindings) {
    if (prepared.has(method)) throw new Error(`${methodName(method)} has two handlers`);
    prepared.set(method, prepare(method, ruleOf(method).shared ? keepShared(method, run, revision) : run));
  }
  const refuse = () => Promise.reject(callErrors.unimplemented());
  for (const method of opened) prepared.set(method, prepare(method, refuse));
  return prepared;
}

/** Runs all steps before the handler. */
async function begin(
  { access, takeBudget, clock }: PipelineParts,
  method: DescMethod,
  plan: Prepared,
  incoming: Opening & { message?: Message },
): Promise<Call> {
  const principal = await findPrincipal(access, plan.rule, incoming);
  admit(plan.rule, principal, incoming.needsUser ?? false);
  await takeBudget(method, incoming, principal);
  const room = plan.isRoomScoped
    ? admitToRoom(plan.rule, await access.findStanding(principal, roomOf(plan, incoming)))
    : undefined;
  const connection = plan.overConnection ? connectionOf(incoming) : undefined;
  if (incoming.message && plan.hasFields) validate(method.input, incoming.message);
  const { requestId, transport, address, userAgent, signal } = incoming;
  const about = { requestId, transport, address, userAgent, signal, receivedAtMs: clock.nowMs() };
  return { method, principal, room, ...(connection && { connection }), ...about };
}

function connectionOf({ connection }: Opening): RoomConnection {
  if (!connection) throw callErrors.connection_required();
  return connection;
}

function findPrincipal(access: AccessQueries, rule: AccessRule, incoming: Opening): Principal | Promise<Principal> {
  if (incoming.principal) return incoming.principal;
  if (rule.who === Who.ANYONE || incoming.bearer === undefined) return anonymous;
  return access.authenticate(incoming.bearer);
}

interface EndingParts extends Pick<PipelineParts, 'clock' | 'observe'> {
  readonly write: CallLog;
}

/** Begins a call, and its span if calls are traced. */
function start(
  { clock, tracer }: PipelineParts,
  { name }: Prepared,
  { requestId, transport, traceparent }: Opening,
): Started {
  const startedMs = clock.nowMs();
  return { requestId, transport, startedMs, span: tracer?.begin(name, startedMs, traceparent) };
}

/** Ends a call: writes one log line, reports it once, and turns the thrown value into an `AppError`. [TR103] */
function end(
  { clock, write, observe }: EndingParts,
  plan: Prepared,
  { requestId, transport, startedMs, span }: Started,
  { cause, isStream }: Pick<CallEnd, 'cause' | 'isStream'> = {},
): AppError | undefined {
  const failure = cause === undefined ? undefined : asAppError(cause);
  const endedMs = clock.nowMs();
  const durationMs = endedMs - startedMs;
  observe(plan.name, transport, failure?.code ?? 'ok', durationMs);
  const line = {
    requestId,
    method: plan.name,
    transport,
    ms: Math.round(durationMs * 10) / 10,
    ...(failure ? { reason: failure.reason } : {}),
  };
  write(line, { failure, cause, isStream });
  span?.end(
    endedMs,
    { 'rpc.method': plan.name, 'matinee.transport': transport, 'matinee.request_id': requestId },
    failure?.code,
  );
  return failure;
}

function prepare(method: DescMethod, run: Binding['run']): Prepared {
  return {
    rule: accessRule(method),
    name: methodName(method),
    isRoomScoped: isRoomScoped(method),
    overConnection: ruleOf(method).overConnection,
    roomField: markedField(method.input, roomMark),
    hasFields: method.input.fields.length > 0,
    run,
  };
}

/**
 * Compares the room given beside the message with the message's own room field, and fills in that field if it is empty.
 * @throws AppError if the two differ.
 */
function roomOf(plan: Prepared, incoming: { roomId: string | undefined; message?: Message }): string {
  if (!incoming.roomId) throw callErrors.room_required();
  const message = incoming.message as (Message & Record<string, unknown>) | undefined;
  if (message && plan.roomField) {
    const { localName } = plan.roomField;
    if (message[localName] && message[localName] !== incoming.roomId) throw callErrors.room_mismatch();
    message[localName] = incoming.roomId;
  }
  return incoming.roomId;
}

/** @throws AppError `call.invalid_request` with the name of each invalid field as in JSON. */
function validate(desc: DescMessage, message: Message): void {
  const tooLong = findTooLong(desc, message);
  if (tooLong) {
    throw callErrors.invalid_request({ message: `${tooLong.field}: ${tooLong.description}`, violations: [tooLong] });
  }
  const noTime = findBadTimestamp(desc, message);
  if (noTime !== undefined) {
    const reason = callReasons.bad_time();
    throw callErrors.invalid_request({
      message: `${noTime}: ${reason.description}`,
      violations: [{ field: noTime, ...reason }],
    });
  }
  const result = validator.validate(desc, message);
  if (result.kind === 'valid') return;
  if (result.kind === 'error') throw result.error;
  const violations = result.violations.map(({ field, message, ruleId: reason }) => ({
    field: field
      .map((part) =>
        'kind' in part && part.kind === 'field'
          ? `.${printedName(part)}`
          : part.kind === 'oneof'
            ? `.${part.name}`
            : part.kind === 'list_sub'
              ? `[${part.index}]`
              : '',
      )
      .join('')
      .slice(1),
    reason,
    // People cannot read a regular expression, and its characters can change the direction of text.
    description:
      reason === 'string.pattern' ? 'has characters that do not belong there, or not the right form' : message,
  }));
  const [first] = violations;
  throw callErrors.invalid_request({
    violations,
    ...(first ? { message: `${first.field || 'request'}: ${first.description}` } : {}),
  });
}

function asAppError(cause: unknown): AppError {
  return cause instanceof AppError
    ? cause
    : new AppError('internal', 'call.internal', 'Something went wrong on the server.', {}, { cause });
}
