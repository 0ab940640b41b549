import { create } from '@bufbuild/protobuf';
import { OwnCopySourceSchema } from '@matinee/contract/gen/service/provider/own_copy_pb.ts';
import type { Sample } from '../sample.fixture.ts';

export const sample: Sample<'ownCopy'> = {
  links: [],
  source: create(OwnCopySourceSchema, { fileName: 'film.mkv', sizeBytes: 7, fingerprint: 'ab'.repeat(32) }),
};
