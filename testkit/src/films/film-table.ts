/** Films as people have them, one in each form that they meet: twenty seconds, 320 × 180, with one beep a second. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serveMadeFiles } from '../media.ts';
import { makeSup } from './disc-pictures.ts';
import { encode } from './encoded.ts';

/** A film of the table. */
export interface TableFilm {
  /** The arguments of ffmpeg that make it. They may read films that stand before it. */
  readonly make: readonly string[];
  /** Absent: it has a picture and sound. */
  readonly has?: 'picture' | 'sound';
  /** Words that stand in its subtitles. */
  readonly subtitle?: string;
  /** Names of its sounds, where people choose. */
  readonly sounds?: readonly string[];
  /** Pictures a second, if so few that a seek ends between two of them. */
  readonly isSlow?: true;
}

const test = (rate: number, size = '320x180') => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=20`],
];
const picture = test(25);
const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:beep_factor=4:sample_rate=48000:duration=20'];
const other = ['-f', 'lavfi', '-i', 'sine=frequency=880:sample_rate=48000:duration=20'];
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-g', '50', '-sc_threshold', '0'];
const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params'];
const quiet = 'log-level=error';
const wide = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'];
const aac = ['-c:a', 'aac'];
const both = [...picture, ...sound];
const copied = ['-i', 'plain.mp4', '-c', 'copy'];
const copiedPicture = ['-i', 'plain.mp4', '-map', '0:v', '-map', '0:a', '-c:v', 'copy'];
const withText = ['-i', 'plain.mp4', '-i', 'inside.srt', '-map', '0', '-map', '1', '-c', 'copy'];
const withDisc = ['-i', 'plain.mp4', '-i', 'disc.sup', '-map', '0', '-map', '1', '-c', 'copy'];
const twoSounds = ['-i', 'plain.mp4', ...other, '-map', '0:v', '-map', '0:a', '-map', '1:a', '-c:v', 'copy'];
const languages = [
  ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=deu', '-metadata:s:a:1', 'title=Kommentar'],
];
const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-g', '50'];

export const filmTable = {
  'plain.mp4': { make: [...both, ...h264, ...aac, '-movflags', '+faststart'] },
  'index-at-end.mp4': { make: copied },
  'fragments.mp4': { make: [...copied, '-movflags', 'frag_keyframe+empty_moov'] },
  'no-index.mp4': { make: [...copied, '-movflags', 'frag_keyframe+empty_moov+skip_trailer'] },
  'mp3.mp4': { make: [...copiedPicture, '-c:a', 'libmp3lame'] },
  'no-sound.mp4': { make: [...copied, '-an'], has: 'picture' },
  'two-sounds.mp4': { make: [...twoSounds, ...aac, ...languages], sounds: ['English', 'German · Kommentar'] },
  'subtitle.mp4': { make: [...withText, '-c:s', 'mov_text'], subtitle: 'Inside' },
  'five-pictures.mp4': { make: [...test(5), ...sound, ...h264, ...aac], isSlow: true },
  'one-picture.mp4': { make: [...test(1), ...sound, ...h264, ...aac], isSlow: true },
  'phone.mp4': {
    make: [...both, '-vf', "select='not(mod(n,3))+gt(random(1),0.7)'", '-fps_mode', 'vfr', ...h264, ...aac],
  },
  'half-pictures.mp4': { make: [...both, '-vf', 'interlace', '-flags', '+ilme+ildct', ...h264, ...aac] },
  'hevc.mp4': { make: [...both, ...x265, quiet, '-tag:v', 'hvc1', ...aac] },
  'av1.mp4': {
    make: [...both, '-c:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8', '-g', '50', '-c:a', 'libopus'],
  },
  'alac.mp4': { make: [...copiedPicture, '-c:a', 'alac'] },
  'camera.mov': { make: [...both, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-c:a', 'pcm_s16le'] },
  'studio.mov': { make: [...both, '-c:v', 'prores', ...aac] },
  'phone.mov': { make: copied },
  'old-phone.3gp': { make: [...test(15, '176x144'), ...sound, '-c:v', 'h263', '-c:a', 'aac', '-ac', '1'] },
  'plain.mkv': { make: copied },
  'no-index.mkv': { make: [...copied, '-live', '1'] },
  'ac3.mkv': { make: [...copiedPicture, '-c:a', 'ac3'] },
  'eac3.mkv': { make: [...copiedPicture, '-c:a', 'eac3'] },
  'dts.mkv': { make: [...copiedPicture, '-c:a', 'dca', '-strict', '-2'] },
  'truehd.mkv': { make: [...copiedPicture, '-c:a', 'truehd', '-strict', '-2'] },
  'mp2.mkv': { make: [...copiedPicture, '-c:a', 'mp2'] },
  'flac.mkv': { make: [...copiedPicture, '-c:a', 'flac'] },
  'surround.mkv': { make: [...copiedPicture, '-af', 'pan=5.1|FC=c0', '-c:a', 'ac3'] },
  'two-sounds.mkv': { make: [...twoSounds, '-c:a', 'ac3', ...languages], sounds: ['English', 'German · Kommentar'] },
  'subtitle.mkv': { make: [...withText, '-c:s', 'srt'], subtitle: 'Inside' },
  'styled.mkv': { make: [...withText, '-c:s', 'ass'], subtitle: 'Inside' },
  'disc.mkv': { make: [...withDisc, '-c:s', 'copy'] },
  'hevc.mkv': { make: [...both, ...x265, quiet, '-c:a', 'ac3'] },
  'ten-bit.mkv': { make: [...both, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', ...aac] },
  'hdr.mkv': {
    make: [
      ...[...picture, ...x265, `${quiet}:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc`],
      ...['-pix_fmt', 'yuv420p10le', ...wide],
    ],
    has: 'picture',
  },
  'narrow.mkv': {
    make: [...test(50, '320x240'), '-vf', 'setsar=4/3,interlace', '-flags', '+ilme+ildct', ...h264],
    has: 'picture',
  },
  'one-picture.mkv': { make: [...test(1), ...sound, ...h264, '-c:a', 'ac3'], isSlow: true },
  'vp8.webm': {
    make: [...both, '-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-g', '50', '-c:a', 'libvorbis'],
  },
  'vp9.webm': { make: [...both, ...vp9, '-c:a', 'libopus'] },
  'no-duration.webm': { make: ['-i', 'vp9.webm', '-c', 'copy', '-live', '1'] },
  'transport.ts': { make: copied },
  'disc.m2ts': { make: [...copiedPicture, '-c:a', 'ac3', '-f', 'mpegts', '-mpegts_m2ts_mode', '1'] },
  'television.mpg': { make: [...both, '-c:v', 'mpeg2video', '-c:a', 'mp2'] },
  'old.avi': { make: [...both, '-c:v', 'mpeg4', '-vtag', 'xvid', '-c:a', 'libmp3lame'] },
  'older.avi': { make: [...both, '-c:v', 'msmpeg4v2', '-c:a', 'pcm_s16le'] },
  'h264.avi': { make: [...copiedPicture, '-c:a', 'libmp3lame'] },
  'windows.wmv': { make: [...both, '-c:v', 'wmv2', '-c:a', 'wmav2'] },
  'flash.flv': { make: copied },
  'old-flash.flv': { make: [...both, '-c:v', 'flv', '-c:a', 'libmp3lame', '-ar', '44100'] },
  'free.ogv': { make: [...both, '-c:v', 'libtheora', '-c:a', 'libvorbis'] },
  'song.mp3': { make: [...sound, '-c:a', 'libmp3lame', '-metadata', 'title=A song'], has: 'sound' },
  'song.flac': { make: [...sound, '-c:a', 'flac'], has: 'sound' },
  'song.m4a': { make: [...sound, ...aac], has: 'sound' },
  'book.m4b': { make: [...sound, ...aac, '-f', 'ipod'], has: 'sound' },
  'song.ogg': { make: [...sound, '-c:a', 'libvorbis'], has: 'sound' },
  'song.opus': { make: [...sound, '-c:a', 'libopus'], has: 'sound' },
  'song.wav': { make: [...sound, '-c:a', 'pcm_s16le'], has: 'sound' },
  'song.aiff': { make: [...sound, '-c:a', 'pcm_s16be'], has: 'sound' },
  'song.wma': { make: [...sound, '-c:a', 'wmav2'], has: 'sound' },
  'ts/film.m3u8': { make: [...copied, '-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod'] },
  'fmp4/film.m3u8': {
    make: [...copied, '-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
  },
  'dash/film.mpd': { make: [...copied, '-f', 'dash', '-seg_duration', '2'] },
} as const satisfies Readonly<Record<string, TableFilm>>;

export type TableFilmName = keyof typeof filmTable;

/** Serves the films of the table on a loopback port. Making them takes a minute, once. */
export function serveFilmTable() {
  return serveMadeFiles((folder) => {
    writeFileSync(join(folder, 'inside.srt'), '1\n00:00:00,100 --> 00:00:19,900\nInside the film\n');
    writeFileSync(join(folder, 'disc.sup'), makeSup());
    for (const [name, { make }] of Object.entries(filmTable)) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      encode(folder, [...make, name]);
    }
  });
}
