/** A server that answers calls at once, for tests of the commands' requests and of how they read answers. */
import { create, type DescMessage, type DescMethodUnary, type MessageInitShape } from '@bufbuild/protobuf';
import type { ManagementClient } from './client.ts';

/** The answer to `method`, in the shape that `create` takes. */
export interface Answer {
  readonly method: { readonly name: string };
  readonly answer: object;
}

/** A client of a server that returns `answers`, and a list of its requests. */
export function answering(...answers: readonly Answer[]) {
  const asked: { readonly name: string; readonly request: Record<string, unknown> }[] = [];
  const client = {
    async call(method: DescMethodUnary, request: MessageInitShape<DescMessage>) {
      asked.push({ name: method.name, request: request as Record<string, unknown> });
      const found = answers.find((one) => one.method.name === method.name);
      if (!found) throw new Error(`no answer to ${method.name}`);
      return create(method.output, found.answer as MessageInitShape<DescMessage>);
    },
  } as unknown as ManagementClient;
  return { client, asked };
}
