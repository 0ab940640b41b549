/**
 * Addresses of this server, below the path under which people reach it (`server.base_path`). That path is a value of the process, as its
 * port is: addresses are made wherever a row becomes a message, and none of these places should have to be handed it (ADR 29).
 */
let base = '';

/** Says under which path people reach this server, `/cinema`; empty: at the root. To be called before addresses are made. */
export function serveUnder(basePath: string): void {
  base = basePath;
}

/** The path by which clients reach `path` of this server. */
export function publicPath(path: string): string {
  return base + path;
}
