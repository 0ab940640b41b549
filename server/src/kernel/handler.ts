/**
 * How a feature binds its functions to the methods of the contract. Each maker gives the handler one kind of caller,
 * and refuses a method whose access rule allows other callers.
 */
import type {
  DescMessage,
  DescMethod,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import { Who } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { methodName, ruleOf } from '@matinee/contract/methods.ts';
import type {
  AdminPrincipal,
  Call,
  OperatorPrincipal,
  RoomConnection,
  RoomPrincipal,
  RoomStanding,
  UserPrincipal,
} from './call.ts';

type Answer<O extends DescMessage> = MessageInitShape<O>;

/** A method and its handler. */
export interface Binding {
  readonly method: DescMethod;
  // biome-ignore lint/suspicious/noExplicitAny: bindings of all methods are in one list; makers keep each one typed
  readonly run: (request: any, call: any) => Promise<unknown> | AsyncIterable<unknown>;
}

/** For methods that anyone may call: the principal may be anonymous. */
export function handle<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: (request: MessageShape<I>, call: Call) => Promise<Answer<O>>,
): Binding {
  return bind(method, run, [Who.ANYONE, Who.OPTIONAL_USER]);
}

/** For methods of signed-in users. */
export function handleUser<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: (request: MessageShape<I>, call: Call<UserPrincipal>) => Promise<Answer<O>>,
): Binding {
  return bind(method, run, [Who.USER, Who.MEMBER]);
}

/** For server streams of signed-in users. The stream ends when `call.signal` aborts. */
export function handleUserStream<I extends DescMessage, O extends DescMessage>(
  method: DescMethodServerStreaming<I, O>,
  run: (request: MessageShape<I>, call: Call<UserPrincipal>) => AsyncIterable<Answer<O>>,
): Binding {
  return bind(method, run, [Who.USER]);
}

/** For methods of administrators: users with the role, and the operator at the management endpoint. */
export function handleAdmin<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: (request: MessageShape<I>, call: Call<AdminPrincipal>) => Promise<Answer<O>>,
): Binding {
  return bind(method, run, [Who.ADMIN, Who.ROOT]);
}

/** For methods of the management endpoint, which only the operator reaches. */
export function handleOperator<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: (request: MessageShape<I>, call: Call<OperatorPrincipal>) => Promise<Answer<O>>,
): Binding {
  return bind(method, run, [Who.OPERATOR]);
}

/** For server streams of the management endpoint. The stream ends when `call.signal` aborts. */
export function handleOperatorStream<I extends DescMessage, O extends DescMessage>(
  method: DescMethodServerStreaming<I, O>,
  run: (request: MessageShape<I>, call: Call<OperatorPrincipal>) => AsyncIterable<Answer<O>>,
): Binding {
  return bind(method, run, [Who.OPERATOR]);
}

/** For methods of members of a room. */
export function handleMember<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: (request: MessageShape<I>, call: Call<UserPrincipal, RoomStanding>) => Promise<Answer<O>>,
): Binding {
  return bind(method, run, [Who.MEMBER]);
}

/** For methods of members and guests of a room. */
export function handleRoom<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: (request: MessageShape<I>, call: Call<RoomPrincipal, RoomStanding>) => Promise<Answer<O>>,
): Binding {
  return bind(method, run, [Who.MEMBER, Who.MEMBER_OR_GUEST]);
}

/** For methods that are called by frames of a room connection. */
export function handleConnection<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: (
    request: MessageShape<I>,
    call: Call<RoomPrincipal, RoomStanding> & { readonly connection: RoomConnection },
  ) => Promise<Answer<O>>,
): Binding {
  if (!ruleOf(method).overConnection) throw new Error(`${methodName(method)} may be called without a connection`);
  return bind(method, run, [Who.MEMBER, Who.MEMBER_OR_GUEST]);
}

/** For server streams inside a room. The stream ends when `call.signal` aborts. */
export function handleRoomStream<I extends DescMessage, O extends DescMessage>(
  method: DescMethodServerStreaming<I, O>,
  run: (request: MessageShape<I>, call: Call<RoomPrincipal, RoomStanding>) => AsyncIterable<Answer<O>>,
): Binding {
  return bind(method, run, [Who.MEMBER, Who.MEMBER_OR_GUEST]);
}

function bind(method: DescMethod, run: Binding['run'], allowed: readonly Who[]): Binding {
  if (!allowed.includes(ruleOf(method).who))
    throw new Error(`${methodName(method)} has a handler that its access rule does not fit`);
  return { method, run };
}
