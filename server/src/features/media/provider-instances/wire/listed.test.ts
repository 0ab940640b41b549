import { create } from '@bufbuild/protobuf';
import { ListResponseSchema } from '@matinee/contract/gen/service/provider/backend/backend_pb.ts';
import { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import { expect, test } from 'vitest';
import { emby } from '../../../../providers/emby/emby.provider.ts';
import { listedFolder, madeFolder } from '../../../../providers/made-folders.ts';
import type { MediaProvider } from '../../../../providers/provider.ts';
import { fromListed, toListed } from './listed.ts';

test('[PV73] a folder that upstream has no name for stays one on the way from another server', () => {
  const provider = emby as unknown as MediaProvider;
  const favorites = madeFolder('list:favorites', FolderKind.FAVORITES);
  const page = { entries: [listedFolder(favorites), { name: 'Films', is: { folder: 'lib1' } }], path: [favorites] };
  const sent = create(ListResponseSchema, toListed(provider, page));
  const asked = { provider, kind: 'emby', accountId: 'pac_1', after: undefined, limit: 10 };
  expect(fromListed(sent, asked)).toEqual(page);
});
