import { create } from '@bufbuild/protobuf';
import { WebdavLoginRequestSchema, WebdavSourceSchema } from '@matinee/contract/gen/service/provider/webdav_pb.ts';
import { startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import type { Sample } from '../sample.fixture.ts';

export const sample: Sample<'webdav'> = {
  links: [],
  source: create(WebdavSourceSchema, { accountId: 'pac_1', path: '/many/1.mp4' }),
  upstream: async () => {
    const server = await startDavServer(
      Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`/many/${i}.mp4`, 'film'])),
    );
    const { url, username, password } = server;
    return Object.assign(server, {
      login: create(WebdavLoginRequestSchema, { url, username, password }),
      folder: '/many',
    });
  },
};
