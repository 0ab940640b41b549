/** Answers of addresses without a route: 405 where another method has one, else 404. [TR24] */

import { routesOf } from '@matinee/contract/methods.ts';
import type { Pipeline } from '../../kernel/call.ts';
import type { AppError } from '../../kernel/errors.ts';
import { requestErrors } from '../errors.ts';

/** What to say about a request, and the methods its address takes. Slow, and only asked about requests that had no route. */
export type Refusal = (
  method: string,
  path: string,
) => { readonly error: AppError; readonly allow: string | undefined };

export function makeRefusal(pipeline: Pipeline): Refusal {
  const routes = [...pipeline.methods].flatMap((method) =>
    routesOf(method).map(({ verb, path }) => ({
      variables: path.split('{').length - 1,
      verbs: verb === 'GET' && method.methodKind === 'unary' ? ['GET', 'HEAD'] : [verb],
      pattern: new RegExp(
        `^${path
          .split(/\{[^}]*\}/)
          .map(escapePattern)
          .join('[^/]+')}$`,
      ),
    })),
  );
  return (method, path) => {
    const matching = routes.filter(({ pattern }) => pattern.test(path));
    // What is written out in full is no id: `/api/rooms/discover` is never a room that could be deleted.
    const fewest = Math.min(...matching.map(({ variables }) => variables));
    const verbs = new Set(matching.filter(({ variables }) => variables === fewest).flatMap((route) => route.verbs));
    // A route that takes the method has turned the request away because an id in its path is longer than any.
    if (verbs.size === 0 || verbs.has(method)) return { error: requestErrors.route_not_found(), allow: undefined };
    return { error: requestErrors.method_not_allowed({ httpStatus: 405 }), allow: [...verbs].sort().join(', ') };
  };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
