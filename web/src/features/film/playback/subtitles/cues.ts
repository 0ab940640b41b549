import { tokenizeVTTCue, VTTCue, type VTTNode } from 'media-captions';
import { isAss, readAss } from './ass.ts';
import type { Cue } from './cue.ts';
import { readBlocks } from './cue-blocks.ts';

/** Longest file that is read, in characters. Files for films have less than a hundredth of that. */
const maxFile = 8_000_000;

/** Reads the cues of a WebVTT, SubRip or SubStation Alpha file as plain text; none from other files. [SY35] */
export function readCues(file: string): readonly Cue[] {
  if (file.length > maxFile) return [];
  if (isAss(file)) return readAss(file);
  return readBlocks(file)
    .map(({ start, end, text }) => ({
      start,
      end,
      text: plainText(tokenizeVTTCue(new VTTCue(start, end, text))).trim(),
    }))
    .filter((cue) => cue.text !== '');
}

function plainText(nodes: readonly VTTNode[]): string {
  return nodes.map((node) => (node.type === 'text' ? node.data : plainText(node.children))).join('');
}
