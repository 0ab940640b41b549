/** Converts SubRip and (Advanced) SubStation Alpha subtitles into WebVTT, which browsers can show. Pure. [SB4] */

/** Most lines of one cue: a file with a million lines in one cue is hostile. */
const maxCueLines = 50;

interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** WebVTT with the same cues; undefined for unknown formats. */
export function toWebVtt(bytes: Uint8Array): string | undefined {
  const text = textOf(bytes).replace(/\r\n?/g, '\n');
  if (/^WEBVTT(?:[ \t\n]|$)/.test(text)) return text;
  const cues = /^\[Events\]/im.test(text) ? assCues(text) : srtCues(text);
  if (cues.length === 0) return undefined;
  const sorted = cues.toSorted((a, b) => a.startMs - b.startMs);
  return `WEBVTT\n\n${sorted.map(printCue).join('\n')}`;
}

/** Old files are often in Windows-1252. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function printCue({ startMs, endMs, text }: Cue): string {
  return `${printTime(startMs)} --> ${printTime(endMs)}\n${text}\n`;
}

function printTime(ms: number): string {
  const pad = (value: number, width = 2) => String(Math.floor(value)).padStart(width, '0');
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1_000) % 60)}.${pad(ms % 1_000, 3)}`;
}

/** `1:02:03,5` and `02:03.500`. */
function readTime(text: string): number | undefined {
  const [, hours = '0', minutes, seconds, part = '0'] =
    /^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?$/.exec(text.trim()) ?? [];
  if (minutes === undefined) return undefined;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(part.padEnd(3, '0'));
}

function cueOf(start: string | undefined, end: string | undefined, lines: readonly string[]): Cue[] {
  const [startMs, endMs] = [readTime(start ?? ''), readTime(end ?? '')];
  const text = lines
    .slice(0, maxCueLines)
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
  return startMs === undefined || endMs === undefined || endMs <= startMs || text === ''
    ? []
    : [{ startMs, endMs, text }];
}

function srtCues(text: string): Cue[] {
  return text.split(/\n[ \t]*\n/).flatMap((block) => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => line.includes('-->'));
    const [start, end] = (lines[at] ?? '').split('-->');
    // Positions may follow the end.
    return at < 0 ? [] : cueOf(start, end?.trim().split(/\s/, 1)[0], lines.slice(at + 1).map(srtLine));
  });
}

/** Keeps the tags that also exist in WebVTT. */
function srtLine(line: string): string {
  const parts = line.split(/(<\/?[biu]>)/i);
  return parts
    .map((part, i) =>
      i % 2 === 1 ? part.toLowerCase() : escapeText(part.replace(/<[^<>]{0,200}>|\{\\[^{}]{0,200}\}/g, '')),
    )
    .join('');
}

function assCues(text: string): Cue[] {
  const events = text.slice(text.search(/^\[Events\]/im)).split('\n');
  const format = /^Format:(.*)$/i.exec(events.find((line) => /^Format:/i.test(line)) ?? '')?.[1];
  const names = (format ?? 'Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text').split(',');
  const place = (name: string) => names.findIndex((one) => one.trim().toLowerCase() === name);
  const [start, end, last] = [place('start'), place('end'), names.length - 1];
  return events.flatMap((line) => {
    if (!/^Dialogue:/i.test(line)) return [];
    const fields = line.slice(line.indexOf(':') + 1).split(',');
    // The text is the last field, and may have commas.
    return cueOf(fields[start], fields[end], assLines(fields.slice(last).join(',')));
  });
}

function assLines(text: string): string[] {
  const plain = text.replace(/\{[^{}]{0,2000}\}/g, '').replaceAll('\\h', '\u00a0');
  return plain.split(/\\[Nn]/).map(escapeText);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
