import { create } from '@bufbuild/protobuf';
import { SeafileLoginRequestSchema, SeafileSourceSchema } from '@matinee/contract/gen/service/provider/seafile_pb.ts';
import type { Sample } from '../sample.fixture.ts';
import { library, startFakeSeafile } from './seafile.fake.ts';

export const sample: Sample<'seafile'> = {
  links: [
    'https://cloud.example.org/f/0123456789abcdef0123/',
    'https://cloud.example.org/d/0123456789abcdef0123/files/?p=%2Ffilms%2Fone.mp4',
  ],
  source: create(SeafileSourceSchema, { accountId: 'pac_1', libraryId: library.films, path: '/many/1.mp4' }),
  upstream: async () => {
    const server = await startFakeSeafile();
    const { url, username, password } = server;
    return Object.assign(server, {
      login: create(SeafileLoginRequestSchema, { url, username, password }),
      folder: `${library.films}/many`,
    });
  },
};
