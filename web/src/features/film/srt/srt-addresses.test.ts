import { expect, test } from 'vitest';
import { srtCommand, srtLarixLink, withoutPassphrase } from './srt-addresses.ts';

const address = 'srt://films.test:9000?mode=caller&passphrase=a-b_c&pbkeylen=16';

test('[WSR2] a command and a link name the address with its passphrase, and what is shown hides it', () => {
  expect(srtCommand(address)).toContain(` -f mpegts '${address}'`);
  expect(withoutPassphrase(address, '…')).toBe('srt://films.test:9000?mode=caller&passphrase=…&pbkeylen=16');
  expect(srtLarixLink(address, 500, 'Tonight & later')).toBe(
    'larix://set/v1?conn[][url]=srt%3A%2F%2Ffilms.test%3A9000&conn[][name]=Tonight%20%26%20later&conn[][mode]=av' +
      '&conn[][srtmode]=c&conn[][srtlatency]=500&conn[][srtpass]=a-b_c&conn[][srtpbkl]=16',
  );
});
