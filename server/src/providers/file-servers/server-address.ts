/** `path` without trailing slashes. Takes linear time, because servers control the paths. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** The server at an address. */
export interface ServerAddress {
  /** Without a trailing slash: API paths follow it. */
  readonly url: string;
  /** Host and folder, as shown to users. */
  readonly host: string;
}

/** @param given - an address that `checkAddress` has accepted */
export function serverAt(given: string): ServerAddress {
  const { host, origin, pathname } = new URL(given);
  const folder = withoutEndSlashes(pathname);
  return { url: `${origin}${folder}`, host: `${host}${folder}` };
}
