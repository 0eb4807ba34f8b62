import {
  CircleMarker,
  canvas as canvasRenderer,
  type LatLngTuple,
  type LayerGroup,
  layerGroup,
  Polyline,
} from 'leaflet';
import { drawnTrail, type Jump, type TrailMark } from './trail-steps.ts';

export interface ShownTrail {
  readonly colour: string;
  readonly points: readonly TrailMark[];
}

const jumpsMax = 400;
/** A ring is where somebody came to by teleport or through an entrance, a small dot where nothing is known of the way. */
const marks = {
  teleport: { radius: 4, fill: false },
  entrance: { radius: 4, fill: true },
  gap: { radius: 2, fill: true },
} as const satisfies Record<Jump, object>;

/** Trails: lines where somebody walked; teleports as thin dashes between their ends, so that they are not taken for ways. */
export function trailLayer(trails: readonly ShownTrail[]): LayerGroup {
  const renderer = canvasRenderer({ padding: 0.5 });
  const shapes = trails.flatMap(({ colour, points }) => {
    const { lines, jumps } = drawnTrail(points);
    const common = { renderer, color: colour, interactive: false } as const;
    const shown = jumps.slice(-jumpsMax);
    const flown = shown.filter(({ by }) => by !== 'gap').map(({ from, to }) => [from, to]);
    return [
      new Polyline(flown.map(centresOf), { ...common, weight: 1, opacity: 0.35, dashArray: '2 8' }),
      new Polyline(lines.map(centresOf), { ...common, weight: 2.5, opacity: 0.8 }),
      ...shown.map(
        ({ to, by }) =>
          new CircleMarker(centreOf(to), { ...common, ...marks[by], weight: 1.5, fillOpacity: 0.8 }),
      ),
    ];
  });
  return layerGroup(shapes);
}

function centresOf(points: readonly TrailMark[]): LatLngTuple[] {
  return points.map(centreOf);
}

function centreOf({ x, y }: TrailMark): LatLngTuple {
  return [y + 0.5, x + 0.5];
}
