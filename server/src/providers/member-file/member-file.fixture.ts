import { create } from '@bufbuild/protobuf';
import { MemberFileSourceSchema } from '@matinee/contract/gen/service/provider/member_file_pb.ts';
import type { Sample } from '../sample.fixture.ts';

export const sample: Sample<'memberFile'> = {
  links: [],
  source: create(MemberFileSourceSchema, { fileName: 'film.mkv', sizeBytes: 7, fingerprint: 'ab'.repeat(32) }),
};
