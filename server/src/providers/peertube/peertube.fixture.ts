import { create } from '@bufbuild/protobuf';
import {
  PeertubeLoginRequestSchema,
  PeertubeSourceSchema,
} from '@matinee/contract/gen/service/provider/peertube_pb.ts';
import type { Sample } from '../sample.fixture.ts';
import { host, ids, playlistId, startPeertubeServer } from './peertube.fake.ts';

export const sample: Sample<'peertube'> = {
  links: [`https://${host}/w/${ids.live}`, `https://${host}/videos/watch/${ids.film}`],
  source: create(PeertubeSourceSchema, { host, videoId: ids.film }),
  upstream: async () =>
    Object.assign(await startPeertubeServer(), {
      login: create(PeertubeLoginRequestSchema, { url: `https://${host}` }),
      folder: `playlist/${playlistId}`,
    }),
};
