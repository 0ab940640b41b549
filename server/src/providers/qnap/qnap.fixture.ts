import { create } from '@bufbuild/protobuf';
import { QnapLoginRequestSchema, QnapSourceSchema } from '@matinee/contract/gen/service/provider/qnap_pb.ts';
import type { Sample } from '../sample.fixture.ts';
import { startFakeQnap } from './qnap.fake.ts';

export const sample: Sample<'qnap'> = {
  links: [],
  source: create(QnapSourceSchema, { accountId: 'pac_1', path: '/Multimedia/many/1.mp4' }),
  upstream: async () => {
    const server = await startFakeQnap();
    const { url, username, password } = server;
    return Object.assign(server, {
      login: create(QnapLoginRequestSchema, { url, username, password }),
      folder: '/Multimedia/many',
    });
  },
};
