/** Films with subtitles inside, in Matroska and in MP4: 320 × 180, without sound, a key frame in each second. */
import { makeSup } from './disc-pictures.ts';
import { encodedBytes } from './encoded.ts';

/** Length of the films, in seconds. */
export const subtitledSeconds = 40;

const text = [
  '1\n00:00:00,500 --> 00:00:02,000\nHello <i>there</i>\n',
  '2\n00:00:09,900 --> 00:00:12,000\nGood & bad\n',
  '3\n00:00:29,000 --> 00:00:36,000\nDie Straße\n',
].join('\n');
const styled = `[Script Info]
[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:39.00,Default,,0,0,0,,{\\pos(1,2)}Hello, you\\Nand you
`;

/** The subtitles of each kind of film. */
const kinds = {
  text: ['-map', '1', '-c:s', 'srt', '-metadata:s:s:0', 'language=ger'],
  several: ['-map', '1', '-map', '2', '-map', '3', '-c:s:0', 'srt', '-c:s:1', 'ass', '-c:s:2', 'copy'],
  'blu-ray': ['-map', '3', '-c:s', 'copy'],
  dvd: ['-map', '3', '-c:s', 'dvdsub'],
  mp4: [
    '-map',
    '1',
    '-map',
    '2',
    '-c:s',
    'mov_text',
    '-metadata:s:s:0',
    'language=ger',
    '-metadata:s:s:1',
    'title=Styled',
  ],
} as const;

/** `more`: further options of ffmpeg. */
export function makeSubtitledFilm(kind: keyof typeof kinds, more: readonly string[] = []): Buffer {
  const inputs = ['testsrc=size=320x180:rate=25', 'text.srt', 'styled.ass', 'disc.sup'];
  const read = inputs.flatMap((input, i) => [...(i === 0 ? ['-copyts', '-f', 'lavfi'] : []), '-i', input]);
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-t', String(subtitledSeconds)];
  const named = kind === 'several' ? ['-metadata:s:s:1', 'title=Styled', '-metadata:s:s:2', 'title=Disc'] : [];
  const files = { 'text.srt': text, 'styled.ass': styled, 'disc.sup': makeSup() };
  return encodedBytes(
    [...read, '-map', '0', ...coding, ...kinds[kind], ...named, ...more],
    kind === 'mp4' ? 'film.mp4' : 'film.mkv',
    files,
  );
}
