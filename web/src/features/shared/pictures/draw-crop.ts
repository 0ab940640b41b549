import { type Crop, type Framed, partOf } from './crop.ts';

/** Width of the widest picture that is made, in pixels. [WPC3] */
export const widestMade = 1024;
/** Quality of the file, from 0 to 1. */
const quality = 0.9;

/** Draws the chosen part over all of a canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, framed: Framed, crop: Crop): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { left, top, width } = partOf(framed, crop);
  const scale = canvas.width / width;
  pen.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
  // A quarter turn moves the picture out of its place; this moves it back.
  const { width: w, height: h } = picture;
  const back = [
    [0, 0],
    [h, 0],
    [w, h],
    [0, w],
  ][crop.turns] ?? [0, 0];
  pen.translate(back[0] ?? 0, back[1] ?? 0);
  pen.rotate((crop.turns * Math.PI) / 2);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0);
}

/**
 * The chosen part as a file: WebP, or JPEG where the browser cannot write that. [WPC3] @throws Error when it can write
 * neither.
 */
export async function makePicture(picture: ImageBitmap, framed: Framed, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const width = Math.min(widestMade, Math.round(partOf(framed, crop).width));
  canvas.width = width;
  canvas.height = Math.round(width / framed.aspect);
  drawCrop(canvas, picture, framed, crop);
  const webp = await toBlob(canvas, 'image/webp');
  if (webp?.type === 'image/webp') return webp;
  // JPEG has no transparency: clear parts become white, not black.
  const pen = canvas.getContext('2d');
  pen?.resetTransform();
  if (pen) pen.globalCompositeOperation = 'destination-over';
  if (pen) pen.fillStyle = '#fff';
  pen?.fillRect(0, 0, canvas.width, canvas.height);
  const jpeg = await toBlob(canvas, 'image/jpeg');
  if (!jpeg) throw new Error('the browser writes neither WebP nor JPEG');
  return jpeg;
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}
