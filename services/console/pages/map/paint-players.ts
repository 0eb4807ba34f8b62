import type { Colours } from '../common/colours.ts';
import { toScreen, type View } from './canvas-overlay.ts';
import { LabelSpace } from './labels.ts';
import type { LivePlayer } from './live-player.ts';
import { placeAt } from './motion.ts';
import { type Placed, type ScreenStack, stackUp } from './stacks.ts';
import { paintStamp } from './stamps.ts';

export interface PlayersPicture {
  readonly players: readonly LivePlayer[];
  readonly colours: Colours;
  /** The floor that is looked at; others are fainter. */
  readonly plane: number;
  /** Whoever is followed or was picked: always on top, always with a name. */
  readonly chosen: string | null;
}

const stackRadius = 13;
const dotRadius = 5;
const namesInStackMax = 5;
const lineHeight = 15;
const beyondEdge = 40;
const font = '500 12px system-ui, sans-serif';
const opacity = { online: 1, stale: 0.75, offline: 0.45 } as const;
const rank = { online: 0, stale: 1, offline: 2 } as const;

/** Draws everybody in view. @returns the stacks, for whoever points at one */
export function paintPlayers(
  context: CanvasRenderingContext2D,
  view: View,
  picture: PlayersPicture,
  now: number,
): ScreenStack<LivePlayer>[] {
  const stacks = stackUp(inView(view, picture, now), stackRadius);
  context.font = font;
  context.textBaseline = 'middle';
  for (const stack of stacks.toReversed()) paintDot(context, stack, picture);
  const space = new LabelSpace();
  for (const stack of stacks) paintNames(context, stack, picture, space);
  context.globalAlpha = 1;
  return stacks;
}

/** Most important first, since the first of a stack is what is seen of it. */
function inView(view: View, { players, chosen, plane }: PlayersPicture, now: number): Placed<LivePlayer>[] {
  const order = (player: LivePlayer) =>
    player.id === chosen ? -1 : rank[player.freshness] * 2 + (player.motion.to.plane === plane ? 0 : 1);
  return players
    .flatMap((item) => {
      const place = placeAt(item.motion, now);
      const { x, y } = toScreen(view, place.x, place.y);
      const visible =
        x > -beyondEdge && y > -beyondEdge && x < view.width + beyondEdge && y < view.height + beyondEdge;
      return visible ? [{ x, y, item }] : [];
    })
    .sort((left, right) => order(left.item) - order(right.item));
}

function opacityOf(player: LivePlayer, { plane, chosen }: PlayersPicture): number {
  if (player.id === chosen) return 1;
  return opacity[player.freshness] * (player.motion.to.plane === plane ? 1 : 0.45);
}

function paintDot(
  context: CanvasRenderingContext2D,
  { x, y, items }: ScreenStack<LivePlayer>,
  picture: PlayersPicture,
): void {
  const [first] = items;
  if (first === undefined) return;
  const { colours, chosen } = picture;
  const isChosen = first.id === chosen;
  context.globalAlpha = opacityOf(first, picture);
  paintStamp(context, x, y, {
    radius: items.length > 1 ? dotRadius + 3 : dotRadius,
    fill: colours[first.freshness],
    line: isChosen ? colours.accent : colours.panel,
    lineWidth: isChosen ? 3 : 1.5,
  });
  if (items.length === 1) return;
  context.fillStyle = colours.panel;
  context.textAlign = 'center';
  context.fillText(items.length > 99 ? '99+' : String(items.length), x, y + 0.5);
}

function paintNames(
  context: CanvasRenderingContext2D,
  { x, y, items }: ScreenStack<LivePlayer>,
  picture: PlayersPicture,
  space: LabelSpace,
): void {
  const named = items.filter((player) => player.freshness !== 'offline' || player.id === picture.chosen);
  if (named.length === 0) return;
  const shown = named.length > namesInStackMax ? named.slice(0, namesInStackMax - 1) : named;
  const lines = shown.map(({ name }) => fittingName(context, name));
  if (shown.length < named.length) lines.push(`and ${named.length - shown.length} more`);
  const width = Math.max(...lines.map((line) => widthOf(context, line))) + 10;
  const box = {
    left: x + 11,
    top: y - (lines.length * lineHeight) / 2,
    width,
    height: lines.length * lineHeight,
  };
  if (!space.take(box)) return;
  const { colours } = picture;
  context.globalAlpha = 0.78;
  context.fillStyle = colours.panel;
  context.beginPath();
  context.roundRect(box.left, box.top - 1, box.width, box.height + 2, 4);
  context.fill();
  context.textAlign = 'left';
  for (const [index, line] of lines.entries()) {
    const player = shown[index];
    context.globalAlpha = player === undefined ? 0.8 : Math.max(0.6, opacityOf(player, picture));
    context.fillStyle = player?.id === picture.chosen ? colours.accent : colours.text;
    context.fillText(line, box.left + 5, box.top + (index + 0.5) * lineHeight);
  }
}

const nameWidthMax = 130;
const fitting = new Map<string, string>();

/** A name of 32 wide letters would cover a town. */
function fittingName(context: CanvasRenderingContext2D, name: string): string {
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

/** Measuring 500 names in each frame took longer than drawing them. */
function widthOf(context: CanvasRenderingContext2D, text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size >= widthsMax) widths.clear();
  const { width } = context.measureText(text);
  widths.set(text, width);
  return width;
}
