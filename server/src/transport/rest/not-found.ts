/** Answers requests to paths without a route: 405 if the path has a route for another method, otherwise 404. [TR24] */

import { routesOf } from '@matinee/contract/methods.ts';
import type { Pipeline } from '../../kernel/call.ts';
import type { AppError } from '../../kernel/errors.ts';
import { requestErrors } from '../errors.ts';

/**
 * Finds the error for a request, and the methods that its path allows. It is slow, but only runs for requests without a
 * route.
 */
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
          .split(/\{[^{}]*\}/)
          .map(escapePattern)
          .join('[^/]+')}$`,
      ),
    })),
  );
  return (method, path) => {
    const matching = routes.filter(({ pattern }) => pattern.test(path));
    // A literal path segment is not an id: `/api/rooms/discover` is never a room to delete.
    const fewest = Math.min(...matching.map(({ variables }) => variables));
    const verbs = new Set(matching.filter(({ variables }) => variables === fewest).flatMap((route) => route.verbs));
    // There is a route for this method, but it refused the request because an id in the path is too long.
    if (verbs.size === 0 || verbs.has(method)) return { error: requestErrors.route_not_found(), allow: undefined };
    return { error: requestErrors.method_not_allowed(), allow: [...verbs].sort().join(', ') };
  };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
