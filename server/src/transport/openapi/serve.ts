import type { FastifyInstance } from 'fastify';
import type { Pipeline } from '../../kernel/call.ts';
import type { ClientAddress } from '../client-address.ts';
import { compressBytes, type EncodedBytes, sendEncoded } from '../encoded-bytes.ts';
import { describeApi } from './document.ts';

interface DocumentParts {
  readonly pipeline: Pipeline;
  readonly version: string;
  readonly basePath?: string;
  readonly clientAddress: ClientAddress;
  /** Takes a read from the budget of an IP address. @throws AppError `call.rate_limited` */
  readonly takePublicRead: (address: string) => Promise<void>;
}

/**
 * Adds `/api-docs/openapi.json`. Makes and compresses the document at the first request, because that takes longer than
 * the rest of the transport's start. [TR57]
 */
export function addDocument(app: FastifyInstance, parts: DocumentParts): void {
  const { pipeline, version, basePath, clientAddress, takePublicRead } = parts;
  let making: Promise<EncodedBytes> | undefined;
  const make = () =>
    compressBytes(Buffer.from(JSON.stringify(describeApi([...pipeline.methods], version, basePath))), {
      type: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
    });
  app.get('/api-docs/openapi.json', async (request, reply) => {
    const { remoteAddress } = request.raw.socket;
    await takePublicRead(clientAddress(remoteAddress, request.headers['x-forwarded-for'] as string | undefined));
    making ??= make();
    return sendEncoded(await making, request, reply);
  });
}
