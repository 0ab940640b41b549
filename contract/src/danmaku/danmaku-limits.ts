/** Comments that are read of a document, and those that viewers get. */
export const maxRead = 200_000;
export const maxComments = 20_000;

/** What was read holds no comments in a form that is known here. */
export class NoDanmaku extends Error {
  override readonly name = 'NoDanmaku';
}
