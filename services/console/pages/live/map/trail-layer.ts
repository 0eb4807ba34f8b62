import {
  CircleMarker,
  canvas as canvasRenderer,
  type LatLngTuple,
  type LayerGroup,
  layerGroup,
  Polyline,
} from 'leaflet';
import { drawnTrail, type TrailMark } from './trail-steps.ts';

export interface ShownTrail {
  readonly colour: string;
  readonly points: readonly TrailMark[];
}

const jumpsMax = 400;

/** Trails as lines; a ring is where somebody came by teleport, a small dot where nothing is known of the way. */
export function trailLayer(trails: readonly ShownTrail[]): LayerGroup {
  const renderer = canvasRenderer({ padding: 0.5 });
  const shapes = trails.flatMap(({ colour, points }) => {
    const { lines, jumps } = drawnTrail(points);
    const walked = new Polyline(
      lines.map((line) => line.map(tileCentre)),
      {
        renderer,
        color: colour,
        weight: 2.5,
        opacity: 0.8,
        interactive: false,
      },
    );
    const marks = jumps.slice(-jumpsMax).map(
      ({ to, step }) =>
        new CircleMarker(tileCentre(to), {
          renderer,
          color: colour,
          radius: step === 'gap' ? 2 : 4,
          weight: 1.5,
          fill: step === 'gap',
          fillOpacity: 0.8,
          interactive: false,
        }),
    );
    return [walked, ...marks];
  });
  return layerGroup(shapes);
}

function tileCentre({ x, y }: TrailMark): LatLngTuple {
  return [y + 0.5, x + 0.5];
}
