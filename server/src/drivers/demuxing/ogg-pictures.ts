import type { ReadBytes } from './ebml.ts';
import type { FilmTrack } from './film-facts.ts';

/** The first pages of an Ogg file contain only the first header of each of its streams (RFC 3533, section 4). */
const headBytes = 4_096;
const pageStart = Buffer.from('OggS');
/** The first Theora header begins with its type and name (Theora specification, section 6.1). */
const theora = Buffer.from([0x80, ...Buffer.from('theora')]);
/** Bytes of a page before its segment table. */
const pageHeadBytes = 27;

/** The Theora video tracks of an Ogg file. mediabunny reports only the audio in Ogg. */
export async function readTheora(read: ReadBytes, size: number): Promise<readonly FilmTrack[]> {
  const head = Buffer.from(await read(0, Math.min(size, headBytes)));
  for (let at = 0; at + pageHeadBytes <= head.length && head.subarray(at, at + 4).equals(pageStart); ) {
    const lacing = head.subarray(at + pageHeadBytes, at + pageHeadBytes + head.readUInt8(at + 26));
    const content = at + pageHeadBytes + lacing.length;
    if (head.subarray(content, content + theora.length).equals(theora) && content + 20 <= head.length)
      return [pictureTrack(head.readUIntBE(content + 14, 3), head.readUIntBE(content + 17, 3))];
    at = content + lacing.reduce((sum, bytes) => sum + bytes, 0);
  }
  return [];
}

/** `width`, `height`: pixels of the visible area (Theora specification, section 6.2). */
function pictureTrack(width: number, height: number): FilmTrack {
  const unknown = { codecString: '', language: '', name: '', channels: 0, sampleRate: 0 };
  return { kind: 'video', codec: 'theora', ...unknown, isDefault: true, width, height };
}
