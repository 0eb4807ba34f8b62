type Draw = (context: CanvasRenderingContext2D) => void;

const sprites = new Map<string, HTMLCanvasElement>();
/** Twice as many as are seen at once, which are 250 labels and dots in a few colours, some with a number: 5 MB. */
const spritesMax = 500;

/**
 * Something that is drawn once and shown in many frames: 500 dots as paths took 7 ms and as sprites 2, and names as texts twice
 * as long as all else of a frame.
 * @param key equal for what looks the same
 * @param draw on a context whose pixels are those of the page, with 0,0 at the top left
 */
export function getSprite(key: string, width: number, height: number, draw: Draw): HTMLCanvasElement {
  const ratio = devicePixelRatio || 1;
  const whole = `${key} ${ratio}`;
  const known = sprites.get(whole);
  if (known !== undefined) return known;
  // One by one, since to draw all anew takes longer than a frame has.
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

/** Shows a picture on whole pixels of the screen: between them its letters would blur. */
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
