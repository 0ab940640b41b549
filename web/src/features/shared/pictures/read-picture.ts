/** Why a file is refused: `refused.REASON` in the texts. */
export type PictureRefusal = 'notPicture' | 'tooSmall' | 'tooLarge';

/** Size of the largest file that is opened, in bytes: more than cameras make. */
const largestFile = 64 * 2 ** 20;
/** Shortest side that a picture may have, in pixels. */
const shortestSide = 64;

/** Opens a picture, the right way up. @returns the reason when it cannot be used [WPC1] */
export async function readPicture(file: Blob): Promise<ImageBitmap | PictureRefusal> {
  if (file.size > largestFile) return 'tooLarge';
  try {
    const picture = await createImageBitmap(file);
    return Math.min(picture.width, picture.height) < shortestSide ? 'tooSmall' : picture;
  } catch {
    return 'notPicture';
  }
}
