type Draw = (context: CanvasRenderingContext2D) => void;

const sprites = new Map<string, HTMLCanvasElement>();
/** Twice the number that is visible at once. */
const spritesMax = 500;

/**
 * Draws a picture once for many frames, because drawing paths and text takes longer.
 * @param key equal for equal pictures
 * @param draw receives a context in pixels of the page, with 0,0 at the top left
 */
export function getSprite(key: string, width: number, height: number, draw: Draw): HTMLCanvasElement {
  const ratio = devicePixelRatio || 1;
  const whole = `${key} ${ratio}`;
  const known = sprites.get(whole);
  if (known !== undefined) return known;
  // One by one, because drawing all again takes longer than a frame.
  const [oldest] = sprites.keys();
  if (oldest !== undefined && sprites.size >= spritesMax) sprites.delete(oldest);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * ratio);
  canvas.height = Math.ceil(height * ratio);
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.scale(ratio, ratio);
    draw(context);
  }
  sprites.set(whole, canvas);
  return canvas;
}

/** Uses whole pixels. Otherwise letters would blur. */
export function paintSprite(
  context: CanvasRenderingContext2D,
  sprite: HTMLCanvasElement,
  left: number,
  top: number,
): void {
  const ratio = devicePixelRatio || 1;
  const whole = (pixels: number) => Math.round(pixels * ratio) / ratio;
  context.drawImage(sprite, whole(left), whole(top), sprite.width / ratio, sprite.height / ratio);
}
