import type { LabelBox } from './paint/label-space.ts';

/** Pixels that panels cover. */
export interface CoveredSides {
  readonly top: number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * The panels next to the map in the document, and the edges of the map: they cover or cut a name.
 * @param corner the corner of the map in the result's pixels
 */
export function coveredBoxes(map: HTMLElement, corner: { readonly x: number; readonly y: number }) {
  const { left, top, width, height } = map.getBoundingClientRect();
  const panels = [...(map.parentElement?.children ?? [])].filter((each) => each !== map);
  return {
    edges: edgesOf({ left: corner.x, top: corner.y, width, height }),
    panels: panels.map((panel): LabelBox => {
      const box = panel.getBoundingClientRect();
      return {
        left: box.left - left + corner.x,
        top: box.top - top + corner.y,
        width: box.width,
        height: box.height,
      };
    }),
  };
}

/** A name further outside than the distance from its dot is free, because a drag shows the name. */
const edge = 16;

/** The strips around a box. */
export function edgesOf({ left, top, width, height }: LabelBox): readonly LabelBox[] {
  return [
    { left, top: top - edge, width, height: edge },
    { left, top: top + height, width, height: edge },
    { left: left - edge, top, width: edge, height },
    { left: left + width, top, width: edge, height },
  ];
}
