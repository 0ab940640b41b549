import { create } from '@bufbuild/protobuf';
import { CustomSourceSchema } from '@matinee/contract/gen/service/provider/custom_pb.ts';
import type { Sample } from '../sample.fixture.ts';

export const sample: Sample<'custom'> = {
  links: [],
  source: create(CustomSourceSchema, { provider: 'podcasts', accountId: 'pac_1', name: 'The first one' }),
};
