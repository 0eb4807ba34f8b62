import { type ReactNode, useState } from 'react';
import { Segments } from '../../common/fields/segments.tsx';
import { planes, realms } from '../../map/world.ts';
import type { MapGoal } from '../map-view-address.ts';
import { type Layers, switches } from './layers.ts';

interface Props {
  readonly layers: Layers;
  readonly onChange: (layers: Layers) => void;
  readonly onGo: (goal: MapGoal) => void;
  readonly children: ReactNode;
}

const titles = { surface: 'Surface', underground: 'Underground', instances: 'Instances' } as const;

/** What of the world is shown: which part, which floor, which layers; and zooming by buttons. */
export function LayerPanel({ layers, onChange, onGo, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <section className="layer-panel" aria-label="Layers of the map">
      {children}
      <div className="row wrap">
        <button
          type="button"
          className="icon-button"
          onClick={() => onGo({ zoomBy: 1 })}
          aria-label="Zoom in"
        >
          +
        </button>
        <button
          type="button"
          className="icon-button"
          onClick={() => onGo({ zoomBy: -1 })}
          aria-label="Zoom out"
        >
          −
        </button>
        {realms.map((realm) => (
          <button key={realm} type="button" className="chip" onClick={() => onGo({ realm })}>
            {titles[realm]}
          </button>
        ))}
        <button type="button" className="chip" aria-expanded={open} onClick={() => setOpen(!open)}>
          Layers
        </button>
      </div>
      {open && (
        <div className="layer-choices">
          <div className="row small">
            <span>Floor</span>
            <Segments
              label="Floor"
              choices={planes}
              chosen={planes[layers.plane] ?? '0'}
              onChoose={(plane) => onChange({ ...layers, plane: Number(plane) })}
            />
          </div>
          {switches.map(([name, title]) => (
            <label key={name} className="row small">
              <input
                type="checkbox"
                checked={layers[name]}
                onChange={({ target }) => onChange({ ...layers, [name]: target.checked })}
              />
              {title}
            </label>
          ))}
        </div>
      )}
    </section>
  );
}
