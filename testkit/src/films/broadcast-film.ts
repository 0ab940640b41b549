/** Recordings of television with their subtitles, in MPEG-TS: 320 × 180, with sound, a key frame in each second. */
import { makeSup } from './disc-pictures.ts';
import { encodedBytes } from './encoded.ts';
import { subtitledSeconds } from './subtitled-film.ts';

const inputs = [
  ...['-copyts', '-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=25', '-f', 'lavfi', '-i', 'sine=sample_rate=48000'],
  ...['-fix_sub_duration', '-i', 'disc.sup', '-map', '0', '-map', '1', '-map', '2'],
];
const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-c:a', 'ac3'];

/** `subtitles`: the coding of the pictures of a disc. `more`: further options of ffmpeg. */
export function makeBroadcastFilm(subtitles: 'dvbsub' | 'copy', more: readonly string[] = []): Buffer {
  const length = ['-t', String(subtitledSeconds), '-metadata:s:s:0', 'language=deu'];
  const args = [...inputs, ...coding, '-c:s', subtitles, ...length, ...more];
  return encodedBytes(args, 'film.ts', { 'disc.sup': makeSup() });
}

/** The same film in Matroska, as programs make it that put a recording into another container. */
export function repackedAsMatroska(film: Uint8Array): Buffer {
  return encodedBytes(['-i', 'film.ts', '-map', '0', '-c', 'copy'], 'film.mkv', { 'film.ts': film });
}
