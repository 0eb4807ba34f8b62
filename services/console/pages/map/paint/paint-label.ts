import type { Dot, LabelBox, LabelSpace } from './label-space.ts';
import { getSprite, paintSprite } from './sprites.ts';

export interface LabelLine {
  readonly text: string;
  readonly colour: string;
  readonly opacity: number;
}

const lineHeight = 15;
const padding = 5;
const fromDot = 11;

export interface PlacedLabel {
  readonly lines: readonly LabelLine[];
  readonly box: LabelBox;
}
export const labelFont = '500 12px system-ui, sans-serif';

/** @param texts the longest first. @returns null when no text has room at the dot */
export function placeLabel(
  context: CanvasRenderingContext2D,
  texts: readonly (readonly LabelLine[])[],
  dot: Dot,
  space: LabelSpace,
): PlacedLabel | null {
  for (const lines of texts) {
    const box = labelBoxesOf(context, lines, dot).find((each) => space.take(each, dot));
    if (box !== undefined) return { lines, box };
  }
  return null;
}

/** Right, left, below, above, at corners: the best place first. */
export function labelBoxesOf(
  context: CanvasRenderingContext2D,
  lines: readonly LabelLine[],
  { x, y }: Dot,
): readonly LabelBox[] {
  const width =
    Math.ceil(Math.max(...lines.map(({ text }) => widthOf(context, labelFont, text)))) + 2 * padding;
  const height = lines.length * lineHeight + 2;
  const [left, middle, right] = [x - fromDot - width, x - width / 2, x + fromDot];
  const [above, level, below] = [y - fromDot - height, y - height / 2, y + fromDot];
  const at = (left: number, top: number) => ({ left, top, width, height });
  return [
    ...[at(right, level), at(left, level), at(middle, below), at(middle, above)],
    ...[at(right, below), at(right, above), at(left, below), at(left, above)],
  ];
}

/** @param ground the colour behind the label */
export function paintLabel(
  context: CanvasRenderingContext2D,
  { lines, box: { left, top, width, height } }: PlacedLabel,
  ground: string,
): void {
  const key = lines.map(({ text, colour, opacity }) => `${text} ${colour} ${opacity}`).join('\n') + ground;
  const sprite = getSprite(key, width, height, (own) => {
    own.globalAlpha = 0.78;
    own.fillStyle = ground;
    own.roundRect(0, 0, width, height, 4);
    own.fill();
    own.font = labelFont;
    own.textBaseline = 'middle';
    for (const [index, { text, colour, opacity }] of lines.entries()) {
      own.globalAlpha = opacity;
      own.fillStyle = colour;
      own.fillText(text, padding, 1 + (index + 0.5) * lineHeight);
    }
  });
  paintSprite(context, sprite, left, top);
}

const nameWidthMax = 130;
const fitting = new Map<string, string>();

/** A long name would cover a town. @param context has the font of labels */
export function shortenName(context: CanvasRenderingContext2D, name: string): string {
  const known = fitting.get(name);
  if (known !== undefined) return known;
  if (fitting.size >= widthsMax) fitting.clear();
  const letters = [...name];
  let text = name;
  while (letters.length > 1 && context.measureText(text).width > nameWidthMax) {
    letters.pop();
    text = `${letters.join('')}…`;
  }
  fitting.set(name, text);
  return text;
}

const widths = new Map<string, number>();
const widthsMax = 5_000;

/** Cached, because setting a font and measuring take longer than painting. */
export function widthOf(context: CanvasRenderingContext2D, font: string, text: string): number {
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size >= widthsMax) widths.clear();
  context.font = font;
  const { width } = context.measureText(text);
  widths.set(key, width);
  return width;
}
