import { create } from '@bufbuild/protobuf';
import { EmbedKind } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { TwitchSourceSchema } from '@matinee/contract/gen/service/provider/twitch_pb.ts';
import type { Sample } from '../sample.fixture.ts';
import { client, goodTokens, startTwitchServer } from './twitch.fake.ts';

export const sample: Sample<'twitch'> = {
  links: ['https://www.twitch.tv/videos/123456789?t=1h2m3s', 'https://www.twitch.tv/monstercat'],
  source: create(TwitchSourceSchema, { kind: EmbedKind.VIDEO, id: '123456789' }),
  upstream: async () =>
    Object.assign(await startTwitchServer(), { credentials: goodTokens, operator: client, folder: 'live' }),
};
