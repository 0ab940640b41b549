/** Answers of addresses without a route: 405 where another method has one, else 404. [TR24] */

import { routesOf } from '@matinee/contract/methods.ts';
import type { Pipeline } from '../../kernel/call.ts';
import type { AppError } from '../../kernel/errors.ts';
import { requestErrors } from '../errors.ts';

/** What to say about an address, and the methods it takes. Slow, and only asked about addresses that had no route. */
export type Refusal = (path: string) => { readonly error: AppError; readonly allow: string | undefined };

export function makeRefusal(pipeline: Pipeline): Refusal {
  const routes = [...pipeline.methods].flatMap((method) =>
    routesOf(method).map(({ verb, path }) => ({
      verbs: verb === 'GET' && method.methodKind === 'unary' ? ['GET', 'HEAD'] : [verb],
      pattern: new RegExp(
        `^${path
          .split(/\{[^}]*\}/)
          .map(escapePattern)
          .join('[^/]+')}$`,
      ),
    })),
  );
  return (path) => {
    const verbs = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.verbs));
    if (verbs.size === 0) return { error: requestErrors.route_not_found(), allow: undefined };
    return { error: requestErrors.method_not_allowed({ httpStatus: 405 }), allow: [...verbs].sort().join(', ') };
  };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
