import { type Cue, cueOf } from '@matinee/subtitles/cue.ts';
import { dialogueText } from '@matinee/subtitles/formats/substation.ts';
import { readMarkup } from '@matinee/subtitles/markup.ts';
import { type Script, scriptEvent, scriptHeader } from '@matinee/subtitles/script.ts';
import type { SubtitlePackets } from './matroska-packets.ts';

/** Fields of an event in Matroska before its text: read order, layer, style, name, three margins, effect. */
const fieldsBefore = 8;
/** How long a text without an end is shown, in seconds. */
const usualSeconds = 4;

/** The cues of text packets. @throws Error for a codec without text */
export function readTexts({ codec, packets }: Pick<SubtitlePackets, 'codec' | 'packets'>): readonly Cue[] {
  const read = readers[codec];
  if (!read) throw new Error(`subtitles in ${codec} cannot be read`);
  const decoder = new TextDecoder();
  return packets.flatMap(({ start, end = start + usualSeconds, data }) =>
    cueOf(start, end, read(decoder.decode(data))),
  );
}

/** The original SubStation Alpha script, in its written order. */
export function readScript({ header, packets }: Pick<SubtitlePackets, 'header' | 'packets'>): Script {
  const decoder = new TextDecoder();
  const events = packets
    .map(({ start, end = start + usualSeconds, data }) => scriptEvent(decoder.decode(data), start, end))
    .sort((one, other) => one.order - other.order);
  return { header: scriptHeader(decoder.decode(header)), events: events.map(({ line }) => line) };
}

const readers: Readonly<Record<string, (text: string) => string>> = {
  srt: readMarkup,
  vtt: readMarkup,
  ass: readEvent,
  ssa: readEvent,
};

function readEvent(event: string): string {
  return dialogueText(event.split(',').slice(fieldsBefore).join(','));
}
