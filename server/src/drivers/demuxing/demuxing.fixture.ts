/** Small films with tracks in several languages, subtitles and chapters, made by ffmpeg. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** What ffmpeg is told for a film, by its ending. */
const recipes: Readonly<Record<string, readonly string[]>> = {
  mp4: [...h264, ...languages, '-map_chapters', '2'],
  mkv: [...h264, ...subtitles, ...languages, '-map_chapters', '2', '-metadata:s:a:1', 'title=Kommentar'],
  webm: [...plain, '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', '-map_chapters', '2'],
  ts: [...plain, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  mp3: ['-map', '1'],
  ogg: ['-map', '1'],
  flac: ['-map', '1'],
  wav: ['-map', '1'],
};

/** Makes a film of `seconds` with this ending. */
export function makeFilm(ending: string, seconds = 6, more: readonly string[] = []): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-film-'));
  try {
    writeFileSync(join(folder, 'chapters'), chapters);
    writeFileSync(join(folder, 'text.srt'), '1\n00:00:00,500 --> 00:00:02,000\nHello\n');
    const files = ['-i', join(folder, 'chapters'), '-i', join(folder, 'text.srt')];
    const film = join(folder, `film.${ending}`);
    const recipe = recipes[ending] ?? plain;
    execFileSync('/usr/bin/ffmpeg', [
      '-v',
      'error',
      ...inputs,
      ...files,
      '-t',
      String(seconds),
      ...recipe,
      ...more,
      film,
    ]);
    return readFileSync(film);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
