import { defineReasons, type Reason } from '@matinee/contract/reasons.ts';
import { readPorts } from '../../../kernel/settings/port-range.ts';
import { bool, integer, text } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

const reasons = defineReasons('srt', {
  no_ports: 'is no range of at most 1000 UDP ports from 1024 on; it looks like 9000-9019',
});

const mostPorts = 1_000;

const notPorts = (value: string): Reason | undefined =>
  readPorts(value, { most: mostPorts }) ? undefined : reasons.no_ports();

export const srtSettings = {
  enabled: setting(
    'srt.enabled',
    bool,
    false,
    'Whether people send live streams by SRT, each to a UDP port of its own. It needs an ffmpeg with libsrt.',
  ),
  udpPorts: setting('srt.udpPorts', text(1, 11, notPorts), '9000-9019', 'UDP ports for streams by SRT, one for each.'),
  latencyMs: setting(
    'srt.latencyMs',
    integer(20, 8_000, 'milliseconds'),
    500,
    'How long lost packets of a stream by SRT are asked for again, at least. An encoder may ask for more.',
  ),
  waitSeconds: setting(
    'srt.waitSeconds',
    integer(60, 86_400, 'seconds'),
    1_800,
    'How long the server waits at an address for SRT, if nobody sends to it.',
  ),
  maxStreams: setting(
    'srt.maxStreams',
    integer(1, 64),
    8,
    'At how many addresses for SRT each server process waits or receives. ffmpeg runs once for each.',
  ),
};
