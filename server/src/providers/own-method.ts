import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { OwnMethod, OwnMethodTools } from './provider.ts';

/** A method that only one provider has, in addition to those of all providers with accounts. */
export function ownMethod<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: (request: MessageShape<I>, tools: OwnMethodTools) => Promise<MessageInitShape<O>>,
): OwnMethod {
  return { method, run } as unknown as OwnMethod;
}
