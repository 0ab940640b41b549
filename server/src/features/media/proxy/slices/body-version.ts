import { createHash } from 'node:crypto';
import type { UpstreamAnswer } from '../../../../drivers/upstream/upstream.ts';
import { parseContentRange } from '../../../../kernel/http/ranges.ts';

/** One version of a resource's bytes: one answer never mixes two versions. */
export interface BodyVersion {
  /** Name of its folder: a hash of the resource, its validators and its size. */
  readonly id: string;
  /** The resource, hashed, because identities may be addresses. */
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
 * The version of the body to which a 206 belongs. Undefined if the answer says too little to keep the bytes: without a
 * validator, parts of two versions could not be told apart (RFC 9110, section 15.3.7.3).
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
