import { type FilmChapter, maxChapters, shownName } from './film-facts.ts';

/**
 * Reads the box `chpl`, in which most programs write the chapters of an MP4. It holds version and flags, four more
 * bytes in version 1, and the number of chapters. Each chapter has its start in units of 100 ns, the length of its
 * name, and the name. No standard defines the box; FFmpeg's documentation calls it Nero chapters.
 */
export function readChapterBox(box: Uint8Array): FilmChapter[] {
  const view = new DataView(box.buffer, box.byteOffset, box.byteLength);
  const first = box[0] === 0 ? 4 : 8;
  const count = Math.min(box[first] ?? 0, maxChapters);
  const chapters: FilmChapter[] = [];
  for (let place = first + 1; chapters.length < count && place + 9 <= box.length; ) {
    const nameEnd = place + 9 + box[place + 8]!;
    if (nameEnd > box.length) break;
    const name = new TextDecoder().decode(box.subarray(place + 9, nameEnd));
    chapters.push({ startSeconds: Number(view.getBigUint64(place)) / 1e7, name: shownName(name) });
    place = nameEnd;
  }
  return chapters;
}
