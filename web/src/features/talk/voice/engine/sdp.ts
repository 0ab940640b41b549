/**
 * Wishes to senders of sound for this page (RFC 7587, section 6.1): repeat lost packets in the next one, send no
 * silence, one channel, and no more bits than speech needs.
 */
const wanted: Readonly<Record<string, string>> = {
  useinbandfec: '1',
  usedtx: '1',
  stereo: '0',
  'sprop-stereo': '0',
  maxaveragebitrate: '32000',
};

/** The session description with `wanted` for Opus; without Opus it is unchanged. Pure. [WVO3] */
export function tuneOpus(sdp: string): string {
  const payload = /^a=rtpmap:(\d+) opus\/48000\/2\s*$/im.exec(sdp)?.[1];
  if (payload === undefined) return sdp;
  const line = new RegExp(`^a=fmtp:${payload} (.*?)(\\r?)$`, 'm');
  const found = line.exec(sdp);
  if (found) return sdp.replace(line, `a=fmtp:${payload} ${parametersOf(found[1]!)}$2`);
  return sdp.replace(/^(a=rtpmap:\d+ opus\/48000\/2)(\s*)$/im, `$1\r\na=fmtp:${payload} ${parametersOf('')}$2`);
}

function parametersOf(given: string): string {
  const parameters = new Map(
    given
      .split(';')
      .map((parameter) => parameter.trim().split('='))
      .filter(([name]) => name !== '')
      .map(([name, value = '']) => [name!, value]),
  );
  for (const [name, value] of Object.entries(wanted)) parameters.set(name, value);
  return [...parameters].map(([name, value]) => `${name}=${value}`).join(';');
}

/**
 * The origin of a description: the session id of its `o=` line, which is the same for all descriptions of one
 * connection (RFC 9429, section 5.2.1).
 */
export function originOf(sdp: string): string {
  return /^o=\S+ (\d+) /m.exec(sdp)?.[1] ?? '';
}
