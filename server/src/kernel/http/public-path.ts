/**
 * Addresses of this server, below its public path (`server.base_path`). The path is a value of the process, as its port
 * is: many places turn rows into messages and make addresses, and none of them should need it as a parameter (ADR 29).
 */
let base = '';

/**
 * Sets the path under which people reach this server, `/cinema`; empty: at the root. Call this before making addresses.
 */
export function serveUnder(basePath: string): void {
  base = basePath;
}

/** The path by which clients reach `path` of this server. */
export function publicPath(path: string): string {
  return base + path;
}
