/**
 * Answers that are the same for all callers until a runtime setting changes. Methods declare them by `shared`. The
 * pipeline gives the same message again and again, so that a transport can keep its bytes with it. Every replica
 * follows the settings by itself, and so do its kept answers. [TR80]
 */
import type { DescMethod, Message } from '@bufbuild/protobuf';
import { Who } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { methodName, ruleOf } from '@matinee/contract/methods.ts';
import type { Binding } from '../../kernel/handler.ts';
import { toMessage } from './to-message.ts';

/** `run`, called once for each revision. @throws Error for a method whose answers can differ between callers. */
export function keepShared(method: DescMethod, run: Binding['run'], revision: () => number): Binding['run'] {
  if (ruleOf(method).who !== Who.ANYONE || method.input.fields.length > 0 || method.methodKind !== 'unary') {
    throw new Error(`${methodName(method)} cannot be shared: its answer may depend on who asks, or for what`);
  }
  let kept: { readonly revision: number; readonly answer: Message } | undefined;
  return async (request, call) => {
    const asked = revision();
    if (kept?.revision === asked) return kept.answer;
    const answer = toMessage(method.output, (await run(request, call)) as object);
    // The answer may or may not contain a setting that changed meanwhile: the next call asks again.
    kept = { revision: asked, answer };
    return answer;
  };
}
