/** Small films with tracks in several languages, subtitles and chapters, made by ffmpeg. */
import { encodedBytes } from '@matinee/testkit/films/encoded.ts';

const chapters = `;FFMETADATA1
[CHAPTER]
TIMEBASE=1/1000
START=0
END=2000
title=Opening
[CHAPTER]
TIMEBASE=1/1000
START=2000
END=6000
title=Die Mitte — “middle”
`;

const inputs = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=25', '-f', 'lavfi', '-i', 'sine=frequency=440'];
const h264 = ['-map', '0', '-map', '1', '-map', '1', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const languages = ['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=deu', '-c:a', 'aac'];
const subtitles = ['-map', '3', '-c:s', 'srt', '-metadata:s:s:0', 'language=fra', '-metadata:s:s:0', 'title=Full'];
const plain = ['-map', '0', '-map', '1'];

/** Options of ffmpeg for a film, by file ending. */
const recipes: Readonly<Record<string, readonly string[]>> = {
  mp4: [...h264, ...languages, '-map_chapters', '2'],
  m4v: [
    ...[...h264, ...languages, '-map', '3', '-c:s', 'mov_text', '-map_chapters', '2'],
    ...['-metadata:s:s:0', 'language=fra', '-metadata:s:s:0', 'title=Full', '-f', 'mp4'],
  ],
  mkv: [...h264, ...subtitles, ...languages, '-map_chapters', '2', '-metadata:s:a:1', 'title=Kommentar'],
  webm: [...plain, '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', '-map_chapters', '2'],
  ts: [...plain, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  'theora.ogv': [...plain, '-c:v', 'libtheora', '-c:a', 'libvorbis'],
  'mp2.mkv': [...plain, '-c:v', 'mpeg2video', '-c:a', 'mp2'],
  'alac.mov': [...plain, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-c:a', 'alac'],
  mp3: ['-map', '1'],
  ogg: ['-map', '1'],
  flac: ['-map', '1'],
  wav: ['-map', '1'],
};

const files = { chapters, 'text.srt': '1\n00:00:00,500 --> 00:00:02,000\nHello\n' };

/** Makes a film of `seconds` with this file ending. */
export function makeFilm(ending: string, seconds = 6, more: readonly string[] = []): Buffer {
  const recipe = recipes[ending] ?? plain;
  const named = ['-i', 'chapters', '-i', 'text.srt'];
  return encodedBytes([...inputs, ...named, '-t', String(seconds), ...recipe, ...more], `film.${ending}`, files);
}
