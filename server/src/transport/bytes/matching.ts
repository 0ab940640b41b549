import type { ByteRoute } from '../../kernel/http/byte-routes.ts';

/** A route with the values of its path variables. */
export interface Match {
  readonly route: ByteRoute;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route of a path, without its query. Undefined if no route serves bytes there. */
export type FindByteRoute = (path: string) => Match | undefined;

interface Pattern {
  readonly route: ByteRoute;
  readonly parts: readonly string[];
  readonly takesRest: boolean;
}

/** Routes of the same length differ in their fixed segments. Routes with more fixed segments come first. */
export function matchByteRoutes(routes: readonly ByteRoute[]): FindByteRoute {
  const patterns = routes.map(toPattern).sort((a, b) => fixedParts(b) - fixedParts(a));
  return (path) => {
    const parts = path.split('/');
    for (const pattern of patterns) {
      const params = readParams(pattern, parts);
      if (params) return { route: pattern.route, params };
    }
    return undefined;
  };
}

function toPattern(route: ByteRoute): Pattern {
  const parts = route.path.split('/');
  const takesRest = parts.at(-1)?.startsWith('{*') ?? false;
  return { route, parts: takesRest ? parts.slice(0, -1) : parts, takesRest };
}

function fixedParts({ parts, takesRest }: Pattern): number {
  return parts.filter((part) => !part.startsWith('{')).length + (takesRest ? 0 : 0.5);
}

function readParams({ route, parts, takesRest }: Pattern, given: readonly string[]) {
  if (takesRest ? given.length <= parts.length : given.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [place, part] of parts.entries()) {
    const value = given[place]!;
    if (!part.startsWith('{')) {
      if (part !== value) return undefined;
      continue;
    }
    const decoded = decode(value);
    if (!decoded) return undefined;
    params[part.slice(1, -1)] = decoded;
  }
  if (takesRest) params[route.path.slice(route.path.lastIndexOf('{*') + 1, -1)] = given.slice(parts.length).join('/');
  return params;
}

/** Undefined for a text that is not percent-encoded UTF-8. */
function decode(value: string): string | undefined {
  try {
    return value.includes('%') ? decodeURIComponent(value) : value;
  } catch {
    return undefined;
  }
}
