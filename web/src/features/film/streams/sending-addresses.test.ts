import { expect, test } from 'vitest';
import { ffmpegCommand, larixLink } from './sending-addresses.ts';

test('[WLS9] a command and a link name the address with its key', () => {
  expect(ffmpegCommand('rtmp://films.test:1935/live', 'abc')).toMatch(
    / -f flv 'rtmp:\/\/films\.test:1935\/live\/abc'$/,
  );
  const link = larixLink('rtmp://films.test/live/', 'a b', 'Tonight & later');
  expect(link).toBe(
    'larix://set/v1?conn[][url]=rtmp%3A%2F%2Ffilms.test%2Flive%2Fa%20b&conn[][name]=Tonight%20%26%20later&conn[][mode]=av',
  );
});
