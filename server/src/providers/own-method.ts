import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { OwnDoors, OwnMethod } from './provider.ts';

/** A method that only one provider has, beside those that all providers with accounts have. */
export function ownMethod<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: (request: MessageShape<I>, doors: OwnDoors) => Promise<MessageInitShape<O>>,
): OwnMethod {
  return { method, run } as unknown as OwnMethod;
}
