/** Removes the server's public path from the addresses of requests. [TR100] */

/** The address as routes know it. It need not have the public path, since some proxies remove that themselves. */
export type CutBase = (url: string) => string;

/** `basePath` as in the configuration: `/cinema`, or empty. */
export function makeCutBase(basePath: string): CutBase {
  if (basePath === '') return (url) => url;
  return (url) => {
    if (!url.startsWith(basePath)) return url;
    const rest = url.slice(basePath.length);
    if (rest.startsWith('/')) return rest;
    // `/cinema` and `/cinema?a=b` are the start page; `/cinemas` is something else.
    return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
  };
}
