import { create } from '@bufbuild/protobuf';
import {
  NextcloudLoginRequestSchema,
  NextcloudSourceSchema,
} from '@matinee/contract/gen/service/provider/nextcloud_pb.ts';
import type { Sample } from '../sample.fixture.ts';
import { startFakeNextcloud } from './nextcloud.fake.ts';

export const sample: Sample<'nextcloud'> = {
  links: [],
  source: create(NextcloudSourceSchema, { accountId: 'pac_1', path: '/many/1.mp4' }),
  upstream: async () => {
    const server = await startFakeNextcloud();
    const { url, username, password } = server;
    const login = create(NextcloudLoginRequestSchema, { url, username, password });
    return Object.assign(server, { login, folder: '/many' });
  },
};
