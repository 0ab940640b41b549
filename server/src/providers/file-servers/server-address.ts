/** `path` without the slashes at its end. Takes linear time, because servers write the paths. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** The server that an address names. */
export interface ServerAddress {
  /** Without a slash at its end: paths of the API follow it. */
  readonly url: string;
  /** Host and folder, as people know the server. */
  readonly host: string;
}

/** @param given - an address that `checkAddress` has accepted */
export function serverAt(given: string): ServerAddress {
  const { host, origin, pathname } = new URL(given);
  const folder = withoutEndSlashes(pathname);
  return { url: `${origin}${folder}`, host: `${host}${folder}` };
}
