/** Why a file is not taken: `refused.REASON` in the texts. */
export type PictureRefusal = 'notPicture' | 'tooSmall' | 'tooLarge';

/** Largest file that is opened, in bytes: more than cameras make. */
const largestFile = 64 * 2 ** 20;
/** Shortest side of a picture, in pixels. */
const shortestSide = 64;

/** Opens a picture, the right way up. @returns the reason when it is none that can be used [WPC1] */
export async function readPicture(file: Blob): Promise<ImageBitmap | PictureRefusal> {
  if (file.size > largestFile) return 'tooLarge';
  try {
    const picture = await createImageBitmap(file);
    return Math.min(picture.width, picture.height) < shortestSide ? 'tooSmall' : picture;
  } catch {
    return 'notPicture';
  }
}
