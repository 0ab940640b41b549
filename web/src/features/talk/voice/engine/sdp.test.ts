import { expect, test } from 'vitest';
import { originOf, tuneOpus } from './sdp.ts';

const description = (...lines: string[]) =>
  ['v=0', 'o=- 4611731400430051336 2 IN IP4 127.0.0.1', 's=-', 'm=audio 9 UDP/TLS/RTP/SAVPF 111 63', ...lines, ''].join(
    '\r\n',
  );

test('[WVO3] Opus is asked for with error correction, without silence, in one channel and with few bits', () => {
  const sdp = description('a=rtpmap:111 opus/48000/2', 'a=fmtp:111 minptime=10;stereo=1', 'a=rtpmap:63 red/48000/2');
  expect(tuneOpus(sdp)).toBe(
    description(
      'a=rtpmap:111 opus/48000/2',
      'a=fmtp:111 minptime=10;stereo=0;useinbandfec=1;usedtx=1;sprop-stereo=0;maxaveragebitrate=32000',
      'a=rtpmap:63 red/48000/2',
    ),
  );
});

test('[WVO3] where Opus has no parameters they are added, and what has no Opus stays', () => {
  const bare = tuneOpus(description('a=rtpmap:111 opus/48000/2', 'a=mid:0'));
  expect(bare).toBe(
    description(
      'a=rtpmap:111 opus/48000/2',
      'a=fmtp:111 useinbandfec=1;usedtx=1;stereo=0;sprop-stereo=0;maxaveragebitrate=32000',
      'a=mid:0',
    ),
  );
  const other = description('a=rtpmap:0 PCMU/8000');
  expect(tuneOpus(other)).toBe(other);
});

test('[WVO2] a description says which connection made it', () => {
  expect(originOf(description())).toBe('4611731400430051336');
  expect(originOf('nonsense')).toBe('');
});
