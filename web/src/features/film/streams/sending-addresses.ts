/** The address of a stream with its key, for programs that want one address. */
export const wholeAddress = (address: string, key: string): string => `${address.replace(/\/$/, '')}/${key}`;

/** A command that sends a file in its own time. */
export function ffmpegCommand(address: string, key: string): string {
  const video = '-c:v libx264 -preset veryfast -pix_fmt yuv420p -b:v 4500k -g 60';
  return `ffmpeg -re -i film.mp4 ${video} -c:a aac -b:a 160k -ar 48000 -f flv '${wholeAddress(address, key)}'`;
}

/** A link in the Grove format of Larix, which makes a connection in the app, for cameras to read from a QR code. */
export function larixLink(address: string, key: string, name: string): string {
  const parameters = { url: wholeAddress(address, key), name, mode: 'av' };
  const pairs = Object.entries(parameters).map(([field, value]) => `conn[][${field}]=${encodeURIComponent(value)}`);
  return `larix://set/v1?${pairs.join('&')}`;
}
