import { create } from '@bufbuild/protobuf';
import {
  CloudreveLoginRequestSchema,
  CloudreveSourceSchema,
} from '@matinee/contract/gen/service/provider/cloudreve_pb.ts';
import type { Sample } from '../sample.fixture.ts';
import { startFakeCloudreve } from './cloudreve.fake.ts';

export const sample: Sample<'cloudreve'> = {
  links: [],
  source: create(CloudreveSourceSchema, { accountId: 'pac_1', uri: 'cloudreve://my/many/1.mp4' }),
  upstream: async () => {
    const server = await startFakeCloudreve();
    const { url, username, password } = server;
    return Object.assign(server, {
      login: create(CloudreveLoginRequestSchema, { url, username, password }),
      folder: 'cloudreve://my/many',
    });
  },
};
