import { create } from '@bufbuild/protobuf';
import { PeertubeSourceSchema } from '@matinee/contract/gen/service/provider/peertube_pb.ts';
import type { Sample } from '../sample.fixture.ts';
import { host, ids, startPeertubeServer } from './peertube.upstream.ts';

export const sample: Sample<'peertube'> = {
  links: [`https://${host}/w/${ids.live}`, `https://${host}/videos/watch/${ids.film}`],
  source: create(PeertubeSourceSchema, { host, videoId: ids.film }),
  site: startPeertubeServer,
};
