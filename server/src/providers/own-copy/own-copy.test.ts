import { create } from '@bufbuild/protobuf';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { OwnCopySourceSchema } from '@matinee/contract/gen/service/provider/own_copy_pb.ts';
import { expect, test } from 'vitest';
import { ownCopy } from './own-copy.provider.ts';

const source = (sizeBytes: number, fileName = 'My.Film.2019.mkv') =>
  create(OwnCopySourceSchema, { fileName, sizeBytes, fingerprint: 'a'.repeat(64) });

test('[OC1] it has no address, and a name for people', () => {
  expect(ownCopy.outline(source(7)).modes[0]?.medias).toEqual([{ name: '', format: MediaFormat.OWN_COPY }]);
  expect(ownCopy.nameOf(source(7))).toBe('My Film 2019');
  expect(ownCopy.nameOf(source(7, '.mkv'))).toBe('.mkv');
  expect(ownCopy.recognize('C:\\films\\film.mkv')).toBeUndefined();
});

test('[OC1] its size is a whole number', () => {
  expect(ownCopy.check(source(7), 'source.own_copy')).toEqual([]);
  expect(ownCopy.check(source(7.5), 'source.own_copy')).toMatchObject([
    { field: 'source.own_copy.size_bytes', reason: 'own_copy.size' },
  ]);
});
