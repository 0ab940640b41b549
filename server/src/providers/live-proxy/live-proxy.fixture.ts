import { create } from '@bufbuild/protobuf';
import { LiveProxySourceSchema } from '@matinee/contract/gen/service/provider/live_proxy_pb.ts';
import type { Sample } from '../sample.fixture.ts';

export const sample: Sample<'liveProxy'> = {
  links: [
    'rtmp://live.example.org/app/stream',
    'rtmps://live.example.org/app/a/b?x=1',
    'rtsp://camera.example.org:8554/door?channel=1',
  ],
  source: create(LiveProxySourceSchema, { url: 'https://live.example.org/channel.flv' }),
};
