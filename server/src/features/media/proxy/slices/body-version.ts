import { createHash } from 'node:crypto';
import type { UpstreamAnswer } from '../../../../drivers/upstream/upstream.ts';
import { parseContentRange } from '../../../../kernel/http/ranges.ts';

/** One version of the bytes of a resource: bytes of two versions are never in one answer. */
export interface BodyVersion {
  /** Name of its folder: of the resource, its validators and its size. */
  readonly id: string;
  /** The resource, hashed: identities may be addresses. */
  readonly resource: string;
  readonly size: number;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly contentType: string | undefined;
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}

/**
 * What a 206 says about the body that it is a part of. Undefined where it does not say enough to keep the bytes: without a
 * validator nobody could tell that a part belongs to another version (RFC 9110, section 15.3.7.3).
 */
export function versionOf(resource: string, { status, headers }: UpstreamAnswer): BodyVersion | undefined {
  const size = parseContentRange(headers['content-range'])?.size;
  if (status !== 206 || size === undefined || headers['content-encoding'] !== undefined) return undefined;
  const { etag } = headers;
  const lastModified = headers['last-modified'];
  if (etag === undefined && lastModified === undefined) return undefined;
  const id = hashOf(JSON.stringify([resource, size, etag, lastModified]));
  return { id, resource, size, etag, lastModified, contentType: headers['content-type'] };
}
