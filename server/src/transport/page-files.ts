/** Files beside pages of the web app. Features make them on request. */
import type { FastifyInstance } from 'fastify';
import type { PageFile } from '../kernel/http/pages.ts';
import type { ClientAddress } from './client-address.ts';

export interface PageFileParts {
  readonly pageFiles?: readonly PageFile[];
  /** Scheme, host, port and base path of the server's public URL. */
  readonly publicUrl?: () => string;
  readonly clientAddress: ClientAddress;
  /** Takes a read from the budget of an IP address. @throws AppError `call.rate_limited` */
  readonly takePublicRead: (address: string) => Promise<void>;
}

/** Longer ids in a path are not looked up. */
const maxParam = 64;

export function addPageFiles(app: FastifyInstance, parts: PageFileParts): void {
  for (const { path, contentType, read } of parts.pageFiles ?? []) {
    app.get<{ Params: Readonly<Record<string, string>> }>(path, async ({ raw, headers, params }, reply) => {
      const forwarded = headers['x-forwarded-for'] as string | undefined;
      await parts.takePublicRead(parts.clientAddress(raw.socket.remoteAddress, forwarded));
      const isShort = Object.values(params).every((value) => value.length <= maxParam);
      const file = isShort ? await read(params, parts.publicUrl?.() ?? '') : undefined;
      if (!file) return reply.callNotFound();
      return reply
        .header('content-type', contentType)
        .header('content-disposition', `inline; filename="${file.name}"`)
        .header('cache-control', 'no-cache')
        .send(file.body);
    });
  }
}
