import { create } from '@bufbuild/protobuf';
import { EmbyLoginRequestSchema, EmbySourceSchema } from '@matinee/contract/gen/service/provider/emby_pb.ts';
import type { Sample } from '../sample.fixture.ts';
import { startFakeEmby } from './emby.fake.ts';

export const sample: Sample<'emby'> = {
  links: [],
  source: create(EmbySourceSchema, { accountId: 'pac_1', itemId: 'm1' }),
  upstream: async () => {
    const server = await startFakeEmby();
    const { url, username, password } = server;
    return Object.assign(server, {
      login: create(EmbyLoginRequestSchema, { url, username, password }),
      folder: 'lib1',
    });
  },
};
