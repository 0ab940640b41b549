import type { HttpRoute } from '@matinee/contract/methods.ts';

/** Names of the variables in the path of a route. */
export function pathNames(route: HttpRoute): string[] {
  return [...route.path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] as string);
}
