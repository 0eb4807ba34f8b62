import type { PageColours } from '../../browser/colours.ts';
import { type CanvasView, toScreen } from '../canvas-overlay.ts';
import type { LivePlayer } from '../live-player.ts';
import { placeAt } from '../motion.ts';
import { isWithin, type LabelBox, LabelSpace } from './label-space.ts';
import {
  type LabelLine,
  labelBoxesOf,
  labelFont,
  type PlacedLabel,
  paintLabel,
  placeLabel,
  shortenName,
} from './paint-label.ts';
import { paintPlaces } from './paint-places.ts';
import { getSprite, paintSprite } from './sprites.ts';
import { groupIntoStacks, type PlacedItem, type ScreenStack } from './stacks.ts';

export interface PlayersScene {
  readonly players: readonly LivePlayer[];
  readonly colours: PageColours;
  /** Players on other floors are fainter, and their names say the floor. */
  readonly plane: number;
  /** The followed player, or the player of a trail map: always on top, always with a name. */
  readonly chosen: string | null;
  readonly hasPlaceNames: boolean;
  /** Markers of events and edges of the map, which names do not cover. */
  readonly blocked: readonly LabelBox[];
  /** A name would stand alone next to a panel that covers its place. */
  readonly panels: readonly LabelBox[];
}

/** Two stacks overlap below this distance. */
const stackRadius = 18;
const dotRadius = 5;
const stackedRadius = 8;
const namesInStackMax = 5;
const beyondEdge = 40;
const opacity = { online: 1, stale: 0.75, offline: 0.45 } as const;
const rank = { online: 0, stale: 1, offline: 2 } as const;

/** @returns the stacks, for picking */
export function paintPlayers(
  context: CanvasRenderingContext2D,
  view: CanvasView,
  scene: PlayersScene,
  now: number,
): ScreenStack<LivePlayer>[] {
  const stacks = groupIntoStacks(inView(view, scene, now), stackRadius);
  const space = new LabelSpace([...stacks.map(dotBox), ...scene.blocked, ...scene.panels], stacks);
  const isCovered = (x: number, y: number) => scene.panels.some((panel) => isWithin(panel, x, y));
  const named = stacks.filter(({ x, y }) => !isCovered(x, y));
  const isChosen = ({ items }: ScreenStack<LivePlayer>) => items[0]?.id === scene.chosen;
  const labelsOf = (some: readonly ScreenStack<LivePlayer>[]) => {
    context.font = labelFont;
    return some.flatMap((stack) => findLabel(context, stack, scene, space) ?? []);
  };
  // The chosen player has a name in any case, so names of places make room.
  const labels = labelsOf(named.filter(isChosen));
  if (scene.hasPlaceNames) paintPlaces(context, view, { space, isCovered, colours: scene.colours });
  labels.push(...labelsOf(named.filter((stack) => !isChosen(stack))));
  for (const stack of stacks.toReversed()) paintDot(context, stack, scene);
  context.globalAlpha = 1;
  for (const label of labels) paintLabel(context, label, scene.colours.panel);
  return stacks;
}

function dotBox({ x, y }: ScreenStack<LivePlayer>) {
  return {
    left: x - stackedRadius,
    top: y - stackedRadius,
    width: 2 * stackedRadius,
    height: 2 * stackedRadius,
  };
}

/** The most important player comes first, because a stack shows its first item. */
function inView(
  view: CanvasView,
  { players, chosen, plane }: PlayersScene,
  now: number,
): PlacedItem<LivePlayer>[] {
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

function opacityOf(player: LivePlayer, { plane, chosen }: PlayersScene): number {
  if (player.id === chosen) return 1;
  return opacity[player.freshness] * (player.motion.to.plane === plane ? 1 : 0.45);
}

function paintDot(
  context: CanvasRenderingContext2D,
  { x, y, items }: ScreenStack<LivePlayer>,
  scene: PlayersScene,
): void {
  const [first] = items;
  if (first === undefined) return;
  const { colours, chosen } = scene;
  const isChosen = first.id === chosen;
  const [fill, line] = [colours[first.freshness], isChosen ? colours.accent : colours.panel];
  const number = items.length === 1 ? '' : items.length > 99 ? '99+' : String(items.length);
  const radius = number === '' ? dotRadius : stackedRadius;
  const lineWidth = isChosen ? 3 : 1.5;
  const half = Math.ceil(radius + lineWidth);
  const dot = getSprite(`${number} ${fill} ${line}`, half * 2, half * 2, (own) => {
    own.arc(half, half, radius, 0, Math.PI * 2);
    own.fillStyle = fill;
    own.fill();
    own.lineWidth = lineWidth;
    own.strokeStyle = line;
    own.stroke();
    own.fillStyle = colours.panel;
    own.font = labelFont;
    own.textAlign = 'center';
    own.textBaseline = 'middle';
    own.fillText(number, half, half + 0.5);
  });
  context.globalAlpha = opacityOf(first, scene);
  paintSprite(context, dot, x - half, y - half);
}

function findLabel(
  context: CanvasRenderingContext2D,
  stack: ScreenStack<LivePlayer>,
  scene: PlayersScene,
  space: LabelSpace,
): PlacedLabel | null {
  const named = stack.items.filter(({ freshness, id }) => freshness !== 'offline' || id === scene.chosen);
  const [first] = named;
  if (first === undefined) return null;
  const all = stack.items.length;
  const shown = named.slice(0, all > namesInStackMax ? namesInStackMax - 1 : all);
  const lines = shown.map((player) => nameLine(context, player, scene));
  const more = all - shown.length;
  const rest = { text: `and ${more} more`, colour: scene.colours.text, opacity: 0.8 };
  const texts = [more === 0 ? lines : [...lines, rest]];
  if (all > 1) {
    const line = nameLine(context, first, scene);
    texts.push([{ ...line, text: `${line.text} +${all - 1}` }]);
  }
  const label = placeLabel(context, texts, stack, space);
  const [box] = label === null && first.id === scene.chosen ? labelBoxesOf(context, lines, stack) : [];
  return label ?? (box ? { lines, box } : null);
}

function nameLine(context: CanvasRenderingContext2D, player: LivePlayer, scene: PlayersScene): LabelLine {
  const { colours, chosen } = scene;
  const { plane } = player.motion.to;
  const name = shortenName(context, player.name);
  return {
    text: plane === scene.plane ? name : `${name}, floor ${plane}`,
    colour: player.id === chosen ? colours.accent : colours.text,
    opacity: Math.max(0.6, opacityOf(player, scene)),
  };
}
