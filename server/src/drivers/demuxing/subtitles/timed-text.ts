/** Samples of timed text (3GPP TS 26.245, section 5.17): a length, the text, and style boxes. */
import { escapeText } from '@matinee/subtitles/markup.ts';
import { bytesOf, viewOf } from '../mp4-boxes.ts';

/** Tags by the bits of a style's face flags. */
const tags = [
  [1, 'b'],
  [2, 'i'],
  [4, 'u'],
] as const;

interface Style {
  /** Range of characters in the text. */
  readonly from: number;
  readonly to: number;
  readonly face: number;
}

/** The text of a sample, with cue tags. */
export function readTimedText(sample: Uint8Array): string {
  const view = viewOf(sample);
  const end = Math.min(2 + view.getUint16(0), sample.length);
  const bytes = sample.subarray(2, end);
  const isWide = bytes[0] === 0xfe && bytes[1] === 0xff;
  const characters = [...new TextDecoder(isWide ? 'utf-16be' : 'utf-8').decode(bytes).replace(/\r\n?/g, '\n')];
  let [text, place] = ['', 0];
  for (const { from, to, face } of stylesIn(view, end)) {
    if (from < place || to > characters.length || from >= to) continue;
    const open = tags.filter(([bit]) => (face & bit) !== 0).map(([, tag]) => tag);
    const styled = escapeText(characters.slice(from, to).join(''));
    text += escapeText(characters.slice(place, from).join(''));
    text += `${open.map((tag) => `<${tag}>`).join('')}${styled}${open
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join('')}`;
    place = to;
  }
  return text + escapeText(characters.slice(place).join(''));
}

/** The styles in the boxes `styl` after the text (section 5.17.1.1). */
function stylesIn(view: DataView, from: number): readonly Style[] {
  for (let at = from; at + 8 <= view.byteLength; ) {
    const size = view.getUint32(at);
    if (size < 8 || at + size > view.byteLength) break;
    if (String.fromCharCode(...bytesOf(view, at + 4, at + 8)) === 'styl' && size >= 10) {
      const count = Math.min(view.getUint16(at + 8), Math.floor((size - 10) / 12));
      return Array.from({ length: count }, (_, i) => {
        const style = at + 10 + i * 12;
        return { from: view.getUint16(style), to: view.getUint16(style + 2), face: view.getUint8(style + 6) };
      });
    }
    at += size;
  }
  return [];
}
