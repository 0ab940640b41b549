import type { HttpMethod, Methods } from '@matinee/contract/gen/api.ts';
import { routes as publicRoutes } from '@matinee/contract/gen/http/PublicService.ts';
import { routes as userRoutes } from '@matinee/contract/gen/http/UserService.ts';

type Service = keyof Methods extends `${infer S}.${string}` ? S : never;
type Routes = Readonly<Record<string, HttpMethod>>;

/** The start page calls these; the routes of other services come with the first call to them. */
const loaded = new Map<string, Routes>([
  ['PublicService', publicRoutes],
  ['UserService', userRoutes],
]);

const loaders: Record<Exclude<Service, 'PublicService' | 'UserService'>, () => Promise<{ routes: Routes }>> = {
  AdminService: () => import('@matinee/contract/gen/http/AdminService.ts'),
  AuthService: () => import('@matinee/contract/gen/http/AuthService.ts'),
  EmailService: () => import('@matinee/contract/gen/http/EmailService.ts'),
  OAuth2Service: () => import('@matinee/contract/gen/http/OAuth2Service.ts'),
  RoomService: () => import('@matinee/contract/gen/http/RoomService.ts'),
};

/** The HTTP route of a method. @throws TypeError when its table cannot be loaded: nothing was sent. */
export async function routeOf(method: keyof Methods): Promise<HttpMethod> {
  const [service, name] = method.split('.') as [Exclude<Service, 'PublicService' | 'UserService'>, string];
  const routes = loaded.get(service) ?? (await loaders[service]()).routes;
  loaded.set(service, routes);
  return routes[name]!;
}
