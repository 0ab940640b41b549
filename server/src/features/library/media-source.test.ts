import { create } from '@bufbuild/protobuf';
import { MediaSourceSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import { expect, test } from 'vitest';
import type { AppError } from '../../kernel/errors.ts';
import { readSource, requireSource, storeSource } from './media-source.ts';

const source = create(MediaSourceSchema, {
  source: { case: 'directUrl', value: { url: 'https://a.example/x', subtitles: [{ url: 'https://a.example/1' }] } },
});

test('[LI2] what its provider refuses is refused, with the field', () => {
  const violation = {
    field: 'source.direct_url.url',
    reason: 'media.not_an_address',
    description: 'is not an address',
  };
  const check = () => requireSource({ check: () => [violation] }, source);
  expect(check).toThrow('source.direct_url.url: is not an address');
  try {
    check();
  } catch (error) {
    expect((error as AppError).reason).toBe('library.invalid_url');
    expect((error as AppError).details.violations).toEqual([violation]);
  }
  expect(() => requireSource({ check: () => [] }, source)).not.toThrow();
});

test('a stored source is read as it was', () => {
  expect(readSource(JSON.parse(storeSource(source)))).toEqual(source);
});
