/**
 * URLs of this server, below its public path (`server.base_path`). The path is a process-wide value, like the port:
 * many places turn rows into messages and build URLs, and none of them should need it as a parameter (ADR 29).
 */
let base = '';

/**
 * Sets the path under which people reach this server, such as `/cinema`; empty for the root. Call this before building
 * URLs.
 */
export function serveUnder(basePath: string): void {
  base = basePath;
}

/** The path at which clients reach `path` of this server. */
export function publicPath(path: string): string {
  return base + path;
}
