/** Where this page's server is. The server writes the path under which people reach it into the page; everything else asks here. */

/** Path of the server without a slash at its end; empty: the root of its host. Also outside of pages, as in tests. */
export const basePath: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="matinee-base"]')?.content ?? '';

/** The whole address of a page of this site, for people elsewhere. `path` begins with a slash. */
export function pageUrl(path: string): string {
  return location.origin + basePath + path;
}

/** The path of the page that is open, as the routes name it. */
export function openPath(): string {
  const { pathname } = location;
  if (pathname === basePath) return '/';
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
}
