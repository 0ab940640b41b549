import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Listed, MediaProvider } from '../../../../providers/provider.ts';
import type { AccountRow } from './accounts.store.ts';

export function toAccount({ id, provider, instance_name, host, name, created_at }: AccountRow) {
  return { id, provider, instanceName: instance_name, host, name, createdAt: timestampFromDate(created_at) };
}

/** `thumbnailOf` returns the address of an entry's picture. `instanceName` is the account's instance. */
export function toEntry(
  { sourceCase }: Pick<MediaProvider, 'sourceCase'>,
  { name, is, sizeBytes, modifiedAt, durationSeconds, positionSeconds, thumbnail, kind }: Listed,
  thumbnailOf: (item: string) => string,
  instanceName = '',
) {
  return {
    name,
    ...('folder' in is
      ? { folder: is.folder }
      : {
          source: {
            source: { case: sourceCase, value: is.source } as never,
            ...(instanceName === '' ? {} : { providerInstanceName: instanceName }),
          },
          format: is.format,
        }),
    ...(sizeBytes === undefined ? {} : { sizeBytes }),
    ...(modifiedAt === undefined ? {} : { modifiedAt: timestampFromDate(modifiedAt) }),
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(positionSeconds === undefined ? {} : { positionSeconds }),
    ...(thumbnail === undefined ? {} : { thumbnail: thumbnailOf(thumbnail) }),
    ...(kind === undefined ? {} : { kind }),
  };
}
