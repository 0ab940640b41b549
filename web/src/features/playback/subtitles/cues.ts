import { parseText, tokenizeVTTCue, type VTTNode } from 'media-captions';
import { isAss, readAss } from './ass.ts';
import type { Cue } from './cue.ts';

/** The cues of a file of WebVTT, SubRip or SubStation Alpha as plain text; a file of another kind has none. */
export async function readCues(file: string): Promise<readonly Cue[]> {
  if (isAss(file)) return readAss(file);
  const type = /^\uFEFF?WEBVTT/.test(file) ? 'vtt' : 'srt';
  const { cues } = await parseText(file, { type });
  return cues
    .map((cue) => ({ start: cue.startTime, end: cue.endTime, text: plainText(tokenizeVTTCue(cue)).trim() }))
    .filter((cue) => cue.text !== '');
}

function plainText(nodes: readonly VTTNode[]): string {
  return nodes.map((node) => (node.type === 'text' ? node.data : plainText(node.children))).join('');
}
