/**
 * Answers that are the same for all callers until a runtime setting changes. Methods declare them by `shared`. The
 * pipeline returns the same message object each time, so that a transport can cache its bytes. Every replica follows
 * the settings, and therefore needs no other invalidation. [TR80]
 */
import type { DescMethod, Message } from '@bufbuild/protobuf';
import { Who } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { methodName, ruleOf } from '@matinee/contract/methods.ts';
import type { Binding } from '../../kernel/handler.ts';
import { toMessage } from './to-message.ts';

/** `run`, called once per revision. @throws Error for a method whose answers may differ between callers. */
export function keepShared(method: DescMethod, run: Binding['run'], revision: () => number): Binding['run'] {
  if (ruleOf(method).who !== Who.ANYONE || method.input.fields.length > 0 || method.methodKind !== 'unary') {
    throw new Error(`${methodName(method)} cannot be shared: its answer may depend on who asks, or for what`);
  }
  let kept: { readonly revision: number; readonly answer: Message } | undefined;
  return async (request, call) => {
    const asked = revision();
    if (kept?.revision === asked) return kept.answer;
    const answer = toMessage(method.output, (await run(request, call)) as object);
    // A setting changed meanwhile, and the answer may or may not reflect it: the next call runs again.
    kept = { revision: asked, answer };
    return answer;
  };
}
