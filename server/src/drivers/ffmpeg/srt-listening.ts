/** ffmpeg's options for waiting for an SRT caller, with the passphrase hidden from other users of the machine. */

/** A listening port for one caller. */
export interface SrtListening {
  /** IP address of this machine. */
  readonly host: string;
  readonly port: number;
  /** 10 to 79 characters; no quotes. */
  readonly passphrase: string;
  readonly latencyMs: number;
  /** How long ffmpeg waits for a caller, in milliseconds. A killed server leaves its process for at most this long. */
  readonly waitMs: number;
}

/** A caller who sends nothing for this long is gone, in microseconds. */
const mostSilentUs = 10_000_000;

/**
 * ffmpeg's standard input: a concat list whose only entry is the address. Every user of the machine can read the
 * arguments of ffmpeg, so the passphrase is not among them.
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
 * Input options. A caller could send such a list too, but only the first list is trusted (`safe`): others open no
 * addresses.
 */
export const srtInput = [
  ...['-protocol_whitelist', 'pipe,srt', '-format_whitelist', 'concat,mpegts'],
  ...['-f', 'concat', '-safe', '0', '-i', 'pipe:0'],
];
