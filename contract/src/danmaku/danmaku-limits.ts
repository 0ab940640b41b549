/** The most comments that are read from a document, and the most that viewers get. */
export const maxRead = 200_000;
export const maxComments = 20_000;

/** The document has no comments in a known form. */
export class NoDanmaku extends Error {
  override readonly name = 'NoDanmaku';
}
