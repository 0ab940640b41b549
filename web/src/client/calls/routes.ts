import type { HttpMethod, Methods } from '@matinee/contract/gen/api.ts';
import { routes as startRoutes } from '@matinee/contract/gen/http/start.ts';

type Service = keyof Methods extends `${infer S}.${string}` ? S : never;
type Routes = Readonly<Record<string, HttpMethod>>;

/** The routes of a service come with the first call to it; those of the start page are here already. */
const loaders: Record<Service, () => Promise<{ routes: Routes }>> = {
  AdminService: () => import('@matinee/contract/gen/http/AdminService.ts'),
  AuthService: () => import('@matinee/contract/gen/http/AuthService.ts'),
  EmailService: () => import('@matinee/contract/gen/http/EmailService.ts'),
  OAuth2Service: () => import('@matinee/contract/gen/http/OAuth2Service.ts'),
  PublicService: () => import('@matinee/contract/gen/http/PublicService.ts'),
  RoomService: () => import('@matinee/contract/gen/http/RoomService.ts'),
  UserService: () => import('@matinee/contract/gen/http/UserService.ts'),
};
const loaded = new Map<string, Routes>();

/** The HTTP route of a method. @throws TypeError when its table cannot be loaded: nothing was sent. */
export async function routeOf(method: keyof Methods): Promise<HttpMethod> {
  const start = startRoutes[method];
  if (start) return start;
  const [service, name] = method.split('.') as [Service, string];
  const routes = loaded.get(service) ?? (await loaders[service]()).routes;
  loaded.set(service, routes);
  return routes[name]!;
}
