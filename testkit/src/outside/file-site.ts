import type { ServerResponse } from 'node:http';
import { startOrigin } from './origin.ts';

/** A file, or a handler that answers instead. */
export type SiteFile = Buffer | ((response: ServerResponse) => void);

export interface FileSite {
  readonly url: string;
  /** By path. Tests put files here, change and delete them. */
  readonly files: Map<string, SiteFile>;
  /** Requests of a path so far, whatever their query. */
  countOf(path: string): number;
  stop(): void;
}

/** Another site's server, which serves ranges of its files. */
export async function startFileSite(): Promise<FileSite> {
  const files = new Map<string, SiteFile>();
  const origin = await startOrigin((request, response) => {
    const file = files.get(pathOf(request.url!));
    if (!file) return void response.writeHead(404).end();
    if (typeof file === 'function') return file(response);
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    if (first === undefined) return void response.end(file);
    const end = Math.min(Number(last || file.length - 1), file.length - 1);
    const part = file.subarray(Number(first), end + 1);
    response.writeHead(206, { 'content-range': `bytes ${first}-${end}/${file.length}` }).end(part);
  });
  return {
    url: origin.url,
    files,
    countOf: (path) => origin.asked.filter(({ url }) => pathOf(url!) === path).length,
    stop: () => origin.stop(),
  };
}

const pathOf = (url: string) => url.split('?')[0]!;
