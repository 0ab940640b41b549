import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { basePath } from '../client/calls/base.ts';
import { homeSearch } from '../features/lobby/room-lists/home-search.ts';
import { CrashPage } from '../features/shared/shell/crash-page.tsx';

/** Where to go after signing in. Only a path of this site counts. */
export interface ReturnSearch {
  readonly return?: string;
}

function returnSearch(search: Record<string, unknown>): ReturnSearch {
  const path = search.return;
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? { return: path } : {};
}

const root = createRootRoute({ component: Outlet });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: homeSearch,
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: returnSearch,
  component: lazyRouteComponent(() => import('../features/account/sessions/sign-in-page.tsx'), 'SignInPage'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  validateSearch: returnSearch,
  component: lazyRouteComponent(() => import('../features/account/sessions/sign-up-page.tsx'), 'SignUpPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('../features/account/emails/reset-page.tsx'), 'ResetPage'),
});

const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify',
  component: lazyRouteComponent(() => import('../features/account/emails/verify-page.tsx'), 'VerifyPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/account/account/account-page.tsx'), 'AccountPage'),
});

const notifications = createRoute({
  getParentRoute: () => root,
  path: '/notifications',
  component: lazyRouteComponent(
    () => import('../features/people/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
});

const watched = createRoute({
  getParentRoute: () => root,
  path: '/watched',
  component: lazyRouteComponent(() => import('../features/library/watched/watched-page.tsx'), 'WatchedPage'),
});

const oauth2Callback = createRoute({
  getParentRoute: () => root,
  path: '/oauth2/callback',
  component: lazyRouteComponent(() => import('../features/account/oauth2/callback-page.tsx'), 'CallbackPage'),
});

const room = createRoute({
  getParentRoute: () => root,
  path: '/r/$roomId',
  component: lazyRouteComponent(() => import('../pages/room/room-route.tsx'), 'RoomRoute'),
});

const adminArea = lazyRouteComponent(() => import('../features/admin/admin/admin-route.tsx'), 'AdminRoute');
const admin = createRoute({ getParentRoute: () => root, path: '/admin', component: adminArea });
const adminPage = createRoute({ getParentRoute: () => root, path: '/admin/$', component: adminArea });

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    signIn,
    signUp,
    reset,
    verify,
    account,
    notifications,
    watched,
    oauth2Callback,
    room,
    admin,
    adminPage,
  ]),
  basepath: basePath || '/',
  defaultPreload: 'intent',
  defaultNotFoundComponent: lazyRouteComponent(
    () => import('../features/shared/shell/not-found-page.port.tsx'),
    'NotFoundPage',
  ),
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
