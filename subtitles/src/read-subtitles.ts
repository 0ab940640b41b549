import type { Cue } from './cue.ts';
import { readBlocks } from './formats/blocks.ts';
import { isMicroDvd, readMicroDvd } from './formats/micro-dvd.ts';
import { isSami, readSami } from './formats/sami.ts';
import { isSubStation, readSubStation } from './formats/substation.ts';
import { isTtml, readTtml } from './formats/ttml.ts';

/**
 * Reads the cues of a file in WebVTT, SubRip, SubStation Alpha, TTML, SAMI or MicroDVD, in the order of time. The
 * format is detected from the content. Other files have no cues. Takes time in proportion to the length of the file,
 * whatever its content.
 */
export function readSubtitles(file: string): readonly Cue[] {
  return formatOf(file)(file).toSorted((a, b) => a.start - b.start);
}

function formatOf(file: string): (file: string) => readonly Cue[] {
  if (isSubStation(file)) return readSubStation;
  if (isMicroDvd(file)) return readMicroDvd;
  if (isSami(file)) return readSami;
  return isTtml(file) ? readTtml : readBlocks;
}
