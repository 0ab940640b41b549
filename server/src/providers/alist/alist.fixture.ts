import { create } from '@bufbuild/protobuf';
import { AlistLoginRequestSchema, AlistSourceSchema } from '@matinee/contract/gen/service/provider/alist_pb.ts';
import type { Sample } from '../sample.fixture.ts';
import { startFakeAlist } from './alist.fake.ts';

export const sample: Sample<'alist'> = {
  links: [],
  source: create(AlistSourceSchema, { accountId: 'pac_1', path: '/many/1.mp4' }),
  upstream: async () => {
    const server = await startFakeAlist();
    const { url, username, password } = server;
    return Object.assign(server, {
      login: create(AlistLoginRequestSchema, { url, username, password }),
      folder: '/many',
    });
  },
};
