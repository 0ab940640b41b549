/** Subtitle files, usual and hostile ones. Pure. */

/** Length of each file, in characters: about the most that the player reads. */
const length = 7_900_000;

interface SubtitleFile {
  readonly name: string;
  readonly text: string;
}

const filled = (start: string, piece: string, most = length) =>
  start + piece.repeat(Math.floor((most - start.length) / piece.length));

const ass = '[Script Info]\n[Events]\nFormat: Start, End, Text\n';
const cue = '00:00:00.000 --> 00:59:00.000\n';

/** Hostile files, by their content. */
export function hostileFiles(): Readonly<Record<string, SubtitleFile>> {
  return {
    ass_braces: { name: 'braces.ass', text: filled(`${ass}Dialogue: 0:00:00.00,0:59:00.00,`, '{') },
    ass_lines: { name: 'lines.ass', text: filled(ass, `Dialogue: 0:00:00.00,0:59:00.00,${'{\\p1}'.repeat(20)}\n`) },
    vtt_blank: { name: 'blank.vtt', text: filled(`WEBVTT\n\n${cue}`, '\n \n') },
    vtt_tags: { name: 'tags.vtt', text: filled(`WEBVTT\n\n${cue}`, '<i><c.x>') },
    vtt_open: { name: 'open.vtt', text: filled(`WEBVTT\n\n${cue}`, '<') },
    vtt_arrows: { name: 'arrows.vtt', text: filled('WEBVTT\n\n', '-->') },
    srt_cues: { name: 'cues.srt', text: filled('', '1\n00:00:00,000 --> 00:59:00,000\nx\n\n') },
  };
}

/** A usual file: a cue of two lines every three seconds. */
export function usualFile(most = length): string {
  let text = '';
  for (let n = 0; text.length < most - 200; n += 1) {
    const time = (seconds: number) =>
      [Math.floor(seconds / 3600) % 100, Math.floor(seconds / 60) % 60, seconds % 60]
        .map((part) => String(part).padStart(2, '0'))
        .join(':');
    text += `${n + 1}\n${time(n * 3)},000 --> ${time(n * 3 + 2)},500\nSomebody says a line of a film,\nand somebody answers it.\n\n`;
  }
  return text;
}
