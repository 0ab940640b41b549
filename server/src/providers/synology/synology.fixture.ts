import { create } from '@bufbuild/protobuf';
import {
  SynologyLoginRequestSchema,
  SynologySourceSchema,
} from '@matinee/contract/gen/service/provider/synology_pb.ts';
import type { Sample } from '../sample.fixture.ts';
import { startFakeSynology } from './synology.fake.ts';

export const sample: Sample<'synology'> = {
  links: [],
  source: create(SynologySourceSchema, { accountId: 'pac_1', path: '/video/many/1.mp4' }),
  upstream: async () => {
    const server = await startFakeSynology();
    const { url, username, password } = server;
    return Object.assign(server, {
      login: create(SynologyLoginRequestSchema, { url, username, password }),
      folder: '/video/many',
    });
  },
};
