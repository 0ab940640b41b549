import type { Cue } from './cue.ts';
import { decodeText } from './decode-text.ts';
import { readSubtitles } from './read-subtitles.ts';

/**
 * WebVTT with the cues of a file of subtitles; undefined: it has none. A file of WebVTT keeps its settings and styles.
 * @param language the language of the subtitles, as a tag (BCP 47); it helps to find the encoding. Empty: unknown
 */
export function toWebVtt(bytes: Uint8Array, language = ''): string | undefined {
  const { text } = decodeText(bytes, { language });
  if (/^WEBVTT(?:\s|$)/.test(text)) return text.replace(/\r\n?/g, '\n');
  const cues = readSubtitles(text);
  return cues.length === 0 ? undefined : `WEBVTT\n\n${cues.map(printCue).join('\n')}`;
}

function printCue({ start, end, text }: Cue): string {
  return `${printTime(start)} --> ${printTime(end)}\n${text}\n`;
}

function printTime(seconds: number): string {
  const ms = Math.round(seconds * 1_000);
  const pad = (value: number, width = 2) => String(Math.floor(value)).padStart(width, '0');
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1_000) % 60)}.${pad(ms % 1_000, 3)}`;
}
