/** Removes the server's public path from request URLs. [TR100] */

/**
 * Converts a request URL to the form that routes match. The public path may be absent, because some proxies remove it.
 */
export type CutBase = (url: string) => string;

/** `basePath` as in the configuration: `/cinema`, or empty. */
export function makeCutBase(basePath: string): CutBase {
  if (basePath === '') return (url) => url;
  return (url) => {
    if (!url.startsWith(basePath)) return url;
    const rest = url.slice(basePath.length);
    if (rest.startsWith('/')) return rest;
    // `/cinema` and `/cinema?a=b` are the start page; `/cinemas` is another path.
    return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
  };
}
