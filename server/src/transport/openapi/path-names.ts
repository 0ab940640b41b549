import { protoCamelCase } from '@bufbuild/protobuf/reflect';
import type { HttpRoute } from '@matinee/contract/methods.ts';

/** Names of the fields that are variables in the path of a route. */
export function pathNames(route: HttpRoute): string[] {
  return [...route.path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] as string);
}

/** The path with its variables in camel case, the usual form in documentation: `/api/rooms/{roomId}`. */
export function shownPath(route: HttpRoute): string {
  return route.path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => `{${protoCamelCase(name)}}`);
}
