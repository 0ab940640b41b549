import type { HttpMethod, Methods } from '@matinee/contract/gen/api.ts';
import { loaders } from '@matinee/contract/gen/http/loaders.ts';
import { routes as startRoutes } from '@matinee/contract/gen/http/start.ts';

type Routes = Readonly<Record<string, HttpMethod>>;

/**
 * The routes of each service, loaded with the first call to it. The routes for the start page are loaded with the app.
 */
const loaded = new Map<string, Routes>();

/** Loads the routes of likely next calls, so that these need not wait. Never rejects. */
export function preloadRoutes(...methods: readonly (keyof Methods)[]): void {
  for (const method of methods) routeOf(method).catch(() => undefined);
}

/** The HTTP route of a method. @throws TypeError when its table cannot be loaded: nothing was sent. */
export async function routeOf(method: keyof Methods): Promise<HttpMethod> {
  const start = startRoutes[method];
  if (start) return start;
  const [service, name] = method.split('.') as [keyof typeof loaders, string];
  const routes = loaded.get(service) ?? (await loaders[service]()).routes;
  loaded.set(service, routes);
  return routes[name]!;
}
