import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { type ServiceError, status } from '@grpc/grpc-js';
import {
  Health,
  HealthCheckResponse_ServingStatus as Serving,
} from '@matinee/contract/gen/grpc/health/v1/health_pb.ts';
import { ProviderInstanceFault as Fault } from '@matinee/contract/gen/service/provider/provider_instances_pb.ts';
import { type Channel, ChannelFailed, type ChannelFault } from '../../../drivers/grpc-client/channel.ts';
import { validator } from '../../../kernel/validator.ts';
import { ProviderError } from '../../../providers/provider-error.ts';

const faults: Readonly<Record<ChannelFault, Fault>> = {
  unknown_host: Fault.UNKNOWN_HOST,
  private_network: Fault.PRIVATE_NETWORK,
  unreachable: Fault.UNREACHABLE,
  tls: Fault.TLS,
};

/** Why an instance is unusable. The message is for operators. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
  readonly fault: Fault;

  constructor(fault: Fault, detail: string) {
    super(detail);
    this.fault = fault;
  }
}

/**
 * Sends a request over a connection. @throws ProviderError `bad_answer` for a response that violates its message's
 * constraints. [PI11]
 */
export async function askOver<I extends DescMessage, O extends DescMessage>(
  channel: Channel,
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
  timeoutMs: number,
): Promise<MessageShape<O>> {
  const path = `/${method.parent.typeName}/${method.name}`;
  const bytes = await channel.call(path, toBinary(method.input, create(method.input, request)), timeoutMs);
  try {
    const answer = fromBinary(method.output, bytes);
    const { kind, error } = validator.validate(method.output, answer);
    if (kind !== 'valid') throw error;
    return answer;
  } catch (cause) {
    throw new ProviderError('bad_answer', { cause });
  }
}

/**
 * @throws Unfit unless the instance reports that it is serving. A server without the health service counts as serving
 * (grpc/doc/health-checking.md).
 */
export async function requireServing(channel: Channel, timeoutMs: number): Promise<void> {
  try {
    const answer = await askOver(channel, Health.method.check, {}, timeoutMs);
    if (answer.status !== Serving.SERVING) throw new Unfit(Fault.NOT_SERVING, Serving[answer.status] ?? '');
  } catch (cause) {
    if ((cause as ServiceError).code !== status.UNIMPLEMENTED) throw cause;
  }
}

/** The fault behind a failed check. */
export function faultOf(cause: unknown): Fault {
  if (cause instanceof Unfit) return cause.fault;
  if (cause instanceof ChannelFailed) return faults[cause.fault];
  if (cause instanceof ProviderError) return Fault.INCOMPATIBLE;
  const { code } = cause as Partial<ServiceError>;
  if (code === status.UNAUTHENTICATED || code === status.PERMISSION_DENIED) return Fault.SECRET;
  if (code === status.DEADLINE_EXCEEDED) return Fault.SLOW;
  if (code === status.UNIMPLEMENTED) return Fault.INCOMPATIBLE;
  return Fault.UNREACHABLE;
}

/** Most characters shown of the instance's message. */
const shownLength = 300;

/** The fault as text for operators. */
export function textOf(cause: unknown): string {
  const { details, message } = cause as Partial<ServiceError>;
  const inner = cause instanceof ProviderError ? (cause.cause as Error).message : undefined;
  return (inner ?? details ?? message ?? '').replace(/\p{C}+/gu, ' ').slice(0, shownLength);
}
