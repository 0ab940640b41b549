/** The address with something else in place of its passphrase, to show it while others may look at the screen. */
export function withoutPassphrase(address: string, shown: string): string {
  return address.replace(/(passphrase=)[^&]*/, `$1${shown}`);
}

/** A command that sends a file in its own time. */
export function srtCommand(address: string): string {
  const video = '-c:v libx264 -preset veryfast -pix_fmt yuv420p -b:v 4500k -g 60';
  return `ffmpeg -re -i film.mp4 ${video} -c:a aac -b:a 160k -ar 48000 -f mpegts '${address}'`;
}

/** A link in the Grove format of Larix, which has a field for each option of SRT, for cameras to read from a QR code. */
export function srtLarixLink(address: string, latencyMs: number, name: string): string {
  const [url = '', query = ''] = address.split('?');
  const options = new URLSearchParams(query);
  const parameters = {
    ...{ url, name, mode: 'av', srtmode: 'c', srtlatency: `${latencyMs}` },
    ...{ srtpass: options.get('passphrase') ?? '', srtpbkl: options.get('pbkeylen') ?? '' },
  };
  const pairs = Object.entries(parameters).map(([field, value]) => `conn[][${field}]=${encodeURIComponent(value)}`);
  return `larix://set/v1?${pairs.join('&')}`;
}
