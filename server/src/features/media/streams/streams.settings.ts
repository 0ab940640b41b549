import { defineReasons, type Reason } from '@matinee/contract/reasons.ts';
import { isUrl } from '../../../kernel/http/urls.ts';
import { settingReasons } from '../../../kernel/settings/setting-reasons.ts';
import { bool, integer, nullable, text } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

const reasons = defineReasons('streams', {
  not_rtmp: 'does not begin with rtmp:// or rtmps://',
  more_than_a_host: 'has something behind the host and port; the server adds the path of the room itself',
  no_valid_host: 'has no valid host; it looks like rtmp://live.example.org:1935',
});

/** Why `value` is not the address of an RTMP server, or has more than host and port. */
function notAnAddress(value: string): Reason | undefined {
  if (!/^rtmps?:\/\//.test(value)) return reasons.not_rtmp();
  if (/[/?#]/.test(value.replace(/^rtmps?:\/\//, ''))) return reasons.more_than_a_host();
  if (value.includes('@')) return settingReasons.credentials_inside();
  const host = /^rtmps?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(?::(\d{1,5}))?$/i.exec(value);
  if (!host || !isUrl(`http://${host[1]}`)) return reasons.no_valid_host();
  const port = host[3] === undefined ? 1935 : Number(host[3]);
  return port >= 1 && port <= 65_535 ? undefined : settingReasons.bad_port();
}

export const streamSettings = {
  advertiseAddress: setting(
    'rtmp.advertiseAddress',
    nullable(text(1, 300, notAnAddress)),
    null,
    'Address to which people send live streams: scheme, host and perhaps a port. The server adds the path of the room.',
    { example: 'rtmps://live.example.org:1936' },
  ),
  graceSeconds: setting(
    'rtmp.graceSeconds',
    integer(10, 600, 'seconds'),
    60,
    'How long an interrupted live stream waits for its encoder to come back before it ends.',
  ),
  tsDisguisedAsPng: setting(
    'rtmp.tsDisguisedAsPng',
    bool,
    false,
    'Segments of live streams in MPEG-TS look like PNG images, for networks that cache images only.',
  ),
  dvrMinutes: setting(
    'rtmp.dvrMinutes',
    integer(0, 240, 'minutes'),
    15,
    'How far back rooms can go in a live stream, from disk. 0: not at all; after a pause the stream goes on live.',
  ),
  maxDvrMegabytes: setting(
    'rtmp.maxDvrMegabytes',
    integer(16, 1_000_000, 'megabytes'),
    2_048,
    'How much of its live streams each server process keeps on disk for going back. The oldest parts are deleted first.',
  ),
  secondPublisherTakesOver: setting(
    'rtmp.secondPublisherTakesOver',
    bool,
    false,
    'A second encoder with a valid key ends the one that sends, and takes its place. Otherwise the second one is refused.',
  ),
  ladder: setting(
    'rtmp.ladder',
    bool,
    false,
    'Viewers of a live stream may choose 720p, 480p or its sound alone. ffmpeg encodes each size while somebody watches it.',
  ),
  maxLadderProcesses: setting(
    'rtmp.maxLadderProcesses',
    integer(0, 64),
    0,
    'How many sizes of live streams ffmpeg encodes at the same time on a machine. 0: one for every two cores.',
  ),
};
