/** Films with styled subtitles of SubStation Alpha inside, and a font for them: 320 × 180, black, a key frame in each second. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { encodedBytes } from './encoded.ts';

/** Length of the films, in seconds. */
export const styledSeconds = 40;

/** A file of 320 × 180 with the style `Default`, white at the lower edge, followed by these events. */
export function styledFile(...events: readonly string[]): string {
  return `[Script Info]
ScriptType: v4.00+
PlayResX: 320
PlayResY: 180
[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,20,&H00FFFFFF,&H00000000,&H00000000,0,0,1,1,0,2,10,10,10,1
Style: Own,DejaVu Sans,20,&H0000FF00,&H00000000,&H00000000,0,0,1,0,0,7,10,10,10,1
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
${events.join('\n')}
`;
}

/** An event from `start` to `end`, in whole seconds below a minute. */
export function styledEvent(start: number, end: number, text: string, style = 'Default'): string {
  const time = (seconds: number) => `0:00:${String(seconds).padStart(2, '0')}.00`;
  return `Dialogue: 0,${time(start)},${time(end)},${style},,0,0,0,,${text}`;
}

/** A film with these subtitles; `DejaVu Sans` is attached to it. */
export function makeStyledFilm(file: string): Buffer {
  const font = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
  const picture = ['-copyts', '-f', 'lavfi', '-i', 'color=black:size=320x180:rate=25', '-i', 'styled.ass'];
  const coding = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '25',
    '-t',
    String(styledSeconds),
    '-c:s',
    'copy',
    '-metadata:s:s:0',
    'title=Inside',
  ];
  const attached = ['-attach', 'own.ttf', '-metadata:s:t', 'mimetype=application/x-truetype-font'];
  return encodedBytes([...picture, '-map', '0', '-map', '1', ...coding, ...attached], 'film.mkv', {
    'styled.ass': file,
    'own.ttf': readFileSync(font),
  });
}
