import { bool, nullable, text } from '../../kernel/settings/setting-shapes.ts';
import { setting } from '../../kernel/settings/settings.ts';

/** Says why `value` is not the address of an RTMP server, or that something follows the port. */
function notAnAddress(value: string): string | undefined {
  if (!/^rtmps?:\/\//.test(value)) return 'does not begin with rtmp:// or rtmps://';
  if (/[/?#]/.test(value.replace(/^rtmps?:\/\//, '')))
    return 'has something behind the host and port; the server adds the path of the room itself';
  if (value.includes('@')) return 'has credentials';
  const host = /^rtmps?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(?::(\d{1,5}))?$/i.exec(value);
  if (!host || !URL.canParse(`http://${host[1]}`))
    return 'has no valid host; it looks like rtmp://live.example.org:1935';
  const port = host[3] === undefined ? 1935 : Number(host[3]);
  return port >= 1 && port <= 65_535 ? undefined : 'has a port that is not from 1 to 65535';
}

export const streamSettings = {
  advertiseAddress: setting(
    'rtmp.advertiseAddress',
    nullable(text(1, 300, notAnAddress)),
    null,
    'Address to which people send live streams: scheme, host and perhaps a port. The server adds the path of the room.',
    { inUse: false, example: 'rtmps://live.example.org:1936' },
  ),
  tsDisguisedAsPng: setting(
    'rtmp.tsDisguisedAsPng',
    bool,
    false,
    'Segments of live streams look like PNG images, for networks that cache images only.',
    { inUse: false },
  ),
};
