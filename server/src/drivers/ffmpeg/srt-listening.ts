/** How ffmpeg waits for a caller by SRT, and gets the passphrase in a way that nobody else can read. */

/** A place at which one caller is waited for. */
export interface SrtListening {
  /** IP address of this machine. */
  readonly host: string;
  readonly port: number;
  /** 10 to 79 characters; without a quote. */
  readonly passphrase: string;
  readonly latencyMs: number;
  /** How long a caller is waited for. A server that is killed leaves no process for longer. */
  readonly waitMs: number;
}

/** A caller who sends nothing for so long is gone, in microseconds. */
const mostSilentUs = 10_000_000;

/**
 * What ffmpeg reads on its standard input: the address as a list of one film. Everybody on the machine can read its
 * arguments, and the passphrase is not for them.
 */
export function srtList({ host, port, passphrase, latencyMs, waitMs }: SrtListening): string {
  const query = new URLSearchParams({
    mode: 'listener',
    passphrase,
    pbkeylen: '16',
    latency: `${latencyMs * 1_000}`,
    listen_timeout: `${waitMs * 1_000}`,
    timeout: `${mostSilentUs}`,
  });
  const address = host.includes(':') ? `[${host}]` : host;
  return `ffconcat version 1.0\nfile 'srt://${address}:${port}?${query}'\n`;
}

/**
 * Options of the input. What a caller sends may be such a list as well, but one that somebody else wrote opens no
 * addresses: only the first one is trusted (`safe`).
 */
export const srtInput = [
  ...['-protocol_whitelist', 'pipe,srt', '-format_whitelist', 'concat,mpegts'],
  ...['-f', 'concat', '-safe', '0', '-i', 'pipe:0'],
];
