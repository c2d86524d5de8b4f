/**
 * Photos are made small before they are stored: at most 1600 px on the long side, about 200 KB of JPEG. Drawing the
 * pixels anew also drops EXIF; the place is in the record, where it is sealed. Runs in a worker (photo-worker.ts).
 */
export const MAX_SIDE = 1600;
export const TARGET_BYTES = 220 * 1024;

/** Tried in this order until one is small enough; the last one is taken as it is. */
const ATTEMPTS: readonly { side: number; quality: number }[] = [
  { side: 1600, quality: 0.8 },
  { side: 1600, quality: 0.68 },
  { side: 1600, quality: 0.55 },
  { side: 1280, quality: 0.55 },
  { side: 1024, quality: 0.5 },
];

/** The size that fits into a square of `side`, never larger than it is. */
export function fitWithin(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws and encodes until it is small enough. `encode` answers a JPEG of the given size. */
export async function encodeSmall(
  width: number,
  height: number,
  encode: (size: { width: number; height: number }, quality: number) => Promise<Blob>,
): Promise<Blob> {
  let last: Blob | undefined;
  let tried = '';
  for (const { side, quality } of ATTEMPTS) {
    const size = fitWithin(width, height, side);
    const attempt = `${size.width}x${size.height}@${quality}`;
    // A small picture is the same at 1280 and at 1600 px.
    if (attempt === tried) continue;
    tried = attempt;
    last = await encode(size, quality);
    if (last.size <= TARGET_BYTES) break;
  }
  if (!last) throw new Error('no attempt was made');
  return last;
}

type Drawable = HTMLCanvasElement | OffscreenCanvas;

function canvasOf(width: number, height: number): Drawable {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}

function jpegOf(canvas: Drawable, quality: number): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg', quality });
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be encoded'))),
      'image/jpeg',
      quality,
    );
  });
}

/** A picture file as a small JPEG, upright. Rejects when the browser cannot read it. */
export async function downsize(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    return await encodeSmall(bitmap.width, bitmap.height, async ({ width, height }, quality) => {
      const canvas = canvasOf(width, height);
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D | null;
      if (!context) throw new Error('no canvas');
      // A transparent picture would turn black.
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, width, height);
      return jpegOf(canvas, quality);
    });
  } finally {
    bitmap.close();
  }
}
