import type { PageColours } from '../../browser/colours.ts';
import { eventSymbol } from '../../common/events/event-symbol.ts';
import { type CanvasView, toScreen } from '../canvas-overlay.ts';
import { type EventMarker, markerLift, markerOpacity, markerRadius } from '../event-marker.ts';
import type { LabelBox } from './label-space.ts';
import { groupIntoStacks, type ScreenStack } from './stacks.ts';

const stackRadius = 18;

/** The most valuable marker is on top. @returns the stacks, for picking */
export function paintEvents(
  context: CanvasRenderingContext2D,
  view: CanvasView,
  markers: readonly EventMarker[],
  colours: PageColours,
  now: number,
): ScreenStack<EventMarker>[] {
  const byWorth = markers.toSorted((left, right) => (right.event.value_gp ?? 0) - (left.event.value_gp ?? 0));
  const placed = byWorth.map((item) => {
    const { x, y } = toScreen(view, item.place.x, item.place.y);
    return { x, y: y - markerLift(item.event.value_gp), item };
  });
  const stacks = groupIntoStacks(placed, stackRadius);
  for (const stack of stacks.toReversed()) paintMarker(context, stack, colours, now);
  context.globalAlpha = 1;
  context.setLineDash([]);
  return stacks;
}

/** Paints the counts after the players, because a marker or a player would cover a count. */
export function paintEventCounts(
  context: CanvasRenderingContext2D,
  stacks: readonly ScreenStack<EventMarker>[],
  { text, panel }: PageColours,
): void {
  context.font = '600 10px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = text;
  context.strokeStyle = panel;
  context.lineWidth = 3;
  context.lineJoin = 'round';
  for (const { x, y, items } of stacks) {
    if (items.length === 1) continue;
    const radius = markerRadius(items[0]?.event.value_gp ?? null);
    const count = [`×${items.length}`, x + radius + 8, y - radius + 2] as const;
    context.strokeText(...count);
    context.fillText(...count);
  }
}

/** The marker, and the space for its count. */
export function markerBox({ x, y, items }: ScreenStack<EventMarker>): LabelBox {
  const radius = markerRadius(items[0]?.event.value_gp ?? null);
  return { left: x - radius, top: y - radius, width: 2 * radius + 16, height: 2 * radius };
}

function paintMarker(
  context: CanvasRenderingContext2D,
  { x, y, items: [first] }: ScreenStack<EventMarker>,
  colours: PageColours,
  now: number,
): void {
  if (first === undefined) return;
  const { event, isApproximate } = first;
  const colour =
    event.type === 'death' ? colours.danger : event.value_gp === null ? colours.accent : colours.worth;
  const radius = markerRadius(event.value_gp);
  context.globalAlpha = markerOpacity(Date.parse(event.occurred_at), now);
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fillStyle = colours.panel;
  context.fill();
  context.lineWidth = 2;
  context.setLineDash(isApproximate ? [3, 3] : []);
  context.strokeStyle = colour;
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = colour;
  context.font = `${Math.round(radius * 1.25)}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(eventSymbol(event.type), x, y + 0.5);
}
