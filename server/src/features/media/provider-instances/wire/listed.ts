import type { MessageInitShape } from '@bufbuild/protobuf';
import { create } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  Entry,
  ListResponse,
  ListResponseSchema,
} from '@matinee/contract/gen/service/provider/backend/backend_pb.ts';
import { CustomSourceSchema } from '@matinee/contract/gen/service/provider/custom_pb.ts';
import type { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { withoutHiddenCharacters } from '@matinee/contract/shown-text.ts';
import type { Listed, ListedPage, MediaProvider, SourceCase, SourceOf } from '../../../../providers/provider.ts';
import { ProviderError } from '../../../../providers/provider-error.ts';

/** The request, for validating the response. */
export interface ListingRequest {
  readonly provider: MediaProvider;
  /** The provider's name at the instance. */
  readonly kind: string;
  readonly accountId: string;
  readonly after: string | undefined;
  readonly limit: number;
}

/**
 * Converts a page from an instance. @throws ProviderError for more entries than the limit, a page that refers to
 * itself, or sources of other providers or accounts. [PI11]
 */
export function fromListed({ entries, next, path }: ListResponse, asked: ListingRequest): ListedPage {
  const isEndless = next !== '' && (next === asked.after || entries.length === 0);
  if (entries.length > asked.limit || isEndless) throw new ProviderError('bad_answer');
  return {
    entries: entries.map((entry) => fromEntry(entry, asked)),
    path: path.map(({ folder, name, kind }) => ({ folder, name: withoutHiddenCharacters(name), ...kindOf(kind) })),
    ...(next === '' ? {} : { next }),
  };
}

function fromEntry(entry: Entry, asked: ListingRequest): Listed {
  const { format, sizeBytes, modifiedAt, durationSeconds, positionSeconds, thumbnail, kind } = entry;
  const name = withoutHiddenCharacters(entry.name) || '?';
  return {
    name,
    is:
      entry.is.case === 'folder'
        ? { folder: entry.is.value }
        : { source: sourceOf(entry, name, asked), format: format || MediaFormat.FILE },
    ...(sizeBytes === undefined ? {} : { sizeBytes }),
    ...(modifiedAt ? { modifiedAt: timestampDate(modifiedAt) } : {}),
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(positionSeconds === undefined ? {} : { positionSeconds }),
    ...(thumbnail === undefined || asked.provider.sourceCase === 'custom' ? {} : { thumbnail }),
    ...kindOf(kind),
  };
}

/** An unspecified kind counts as none. */
function kindOf(kind: FolderKind | undefined): { readonly kind?: FolderKind } {
  return kind ? { kind } : {};
}

function sourceOf(
  { is, format }: Entry,
  name: string,
  { provider, kind, accountId }: ListingRequest,
): SourceOf<SourceCase> {
  const source =
    provider.sourceCase === 'custom'
      ? is.case === 'ownSource' &&
        create(CustomSourceSchema, {
          provider: kind,
          accountId,
          name: withoutHiddenCharacters(is.value.name || name).slice(0, 500),
          format: is.value.format || format,
          ...(is.value.config ? { config: is.value.config } : {}),
        })
      : is.case === 'source' && is.value.source.case === provider.sourceCase && is.value.source.value;
  if (!source) throw new ProviderError('bad_answer');
  const used = provider.accounts?.accountOf(source as never);
  const isOfAccount = used === undefined || used.accountId === accountId;
  if (!isOfAccount || provider.check(source as never, '').length > 0) throw new ProviderError('bad_answer');
  return source as never;
}

/** Converts a page from a provider of this program. */
export function toListed(
  { sourceCase }: Pick<MediaProvider, 'sourceCase'>,
  { entries, next, path }: ListedPage,
): MessageInitShape<typeof ListResponseSchema> {
  return {
    next: next ?? '',
    path: [...path],
    entries: entries.map((entry) => {
      const { name, is, modifiedAt, sizeBytes, durationSeconds, positionSeconds, thumbnail, kind } = entry;
      return {
        name,
        ...('folder' in is
          ? { is: { case: 'folder' as const, value: is.folder } }
          : {
              is: { case: 'source' as const, value: { source: { case: sourceCase, value: is.source } as never } },
              format: is.format,
            }),
        ...(modifiedAt ? { modifiedAt: timestampFromDate(modifiedAt) } : {}),
        ...(sizeBytes === undefined ? {} : { sizeBytes }),
        ...(durationSeconds === undefined ? {} : { durationSeconds }),
        ...(positionSeconds === undefined ? {} : { positionSeconds }),
        ...(thumbnail === undefined ? {} : { thumbnail }),
        ...(kind === undefined ? {} : { kind }),
      };
    }),
  };
}
