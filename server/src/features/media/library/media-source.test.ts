import { create } from '@bufbuild/protobuf';
import { MediaSourceSchema } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import { expect, test } from 'vitest';
import { readSource, requireSource, storeSource } from './media-source.ts';

const source = create(MediaSourceSchema, {
  source: { case: 'directUrl', value: { url: 'https://a.example/x', subtitles: [{ url: 'https://a.example/1' }] } },
});

test('[LI2] what its provider refuses is refused, with the field', async () => {
  const violation = {
    field: 'source.direct_url.url',
    reason: 'media.not_an_address',
    description: 'is not an address',
  };
  const sources = (violations: (typeof violation)[]) => ({ check: async () => violations });
  await expect(requireSource(sources([violation]), source, 'usr_1')).rejects.toMatchObject({
    message: 'source.direct_url.url: is not an address',
    reason: 'library.invalid_url',
    details: { violations: [violation] },
  });
  await expect(requireSource(sources([]), source, 'usr_1')).resolves.toBeUndefined();
});

test('a stored source is read as it was', () => {
  expect(readSource(JSON.parse(storeSource(source)))).toEqual(source);
});
