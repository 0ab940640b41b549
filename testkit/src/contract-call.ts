import type { DescMethod, JsonValue } from '@bufbuild/protobuf';
import { allMethods, methodName } from '@matinee/contract/methods.ts';

/** A call in the form in which tests write it. */
export interface ContractCall {
  /** `RoomService.SendChatMessage`. */
  readonly call: string;
  /** The request as JSON, by the names of the proto file. */
  readonly request?: JsonValue;
  /** Bearer token; absent: anonymous. */
  readonly token?: string | undefined;
  /** Room of the call: `x-room-id` over gRPC, the path (and `room_id` of a body without one in the path) over REST. */
  readonly room?: string | undefined;
  /** The apparent client address of the call, on servers that trust this machine as a proxy. */
  readonly from?: string | undefined;
}

/** The answer of any transport in one shape. For a server stream: its first message; then the call is cancelled. */
export interface ContractAnswer {
  /** HTTP status or gRPC code. */
  readonly status: number;
  /** Dotted reason, when the call was refused. */
  readonly reason: string | undefined;
  readonly message: string;
  /** The answer as printed JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the row expects
  readonly json: any;
}

const byName = new Map(allMethods().map((method) => [methodName(method), method]));

/** @throws Error for a method that the contract does not have: the test is wrong. */
export function getMethod(name: string): DescMethod {
  const method = byName.get(name);
  if (!method) throw new Error(`the contract has no ${name}`);
  return method;
}
