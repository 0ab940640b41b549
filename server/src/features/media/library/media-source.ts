import { fromJson, type JsonValue, toJson } from '@bufbuild/protobuf';
import { type MediaSource, MediaSourceSchema } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { Sources } from '../providers/providers.port.ts';
import { libraryErrors } from './library.errors.ts';

/** Checks a source. @throws AppError `library.invalid_url` with the fields. [LI2] */
export async function requireSource(
  sources: Pick<Sources, 'check'>,
  source: MediaSource,
  userId: string,
): Promise<void> {
  const violations = await sources.check(source, userId);
  const [first] = violations;
  if (first) throw libraryErrors.invalid_url({ violations, message: `${first.field}: ${first.description}` });
}

export function readSource(stored: JsonValue): MediaSource {
  return fromJson(MediaSourceSchema, stored, { ignoreUnknownFields: true });
}

export function storeSource(source: MediaSource): string {
  return JSON.stringify(toJson(MediaSourceSchema, source));
}

/** The columns that store an item's source. `before` has the secrets of the replaced source. */
export function sourceColumns(
  sources: Pick<Sources, 'originOf' | 'store'>,
  mediaId: string,
  given: MediaSource,
  before: string | null,
) {
  const { source, sealedSecrets } = sources.store(mediaId, given, before);
  const { provider, accountId = null } = sources.originOf(given);
  return { source: storeSource(source), sealed_secrets: sealedSecrets, provider, account_id: accountId };
}
