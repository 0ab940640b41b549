/** Where this page's server is. The server writes its public path into the page; all other code reads it from here. */

/**
 * Path of the server without a slash at its end; empty: the root of its host. Empty also outside of pages, as in tests.
 */
export const basePath: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="matinee-base"]')?.content ?? '';

/** The whole address of a page of this site, for use elsewhere. `path` begins with a slash. */
export function pageUrl(path: string): string {
  return location.origin + basePath + path;
}

/** The path of the open page, as the routes name it. */
export function openPath(): string {
  const { pathname } = location;
  if (pathname === basePath) return '/';
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
}
