import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { countText } from '../../common/text/format.ts';
import { planes, type Realm, realms, realmTitles } from '../../map/world.ts';
import { useReadApi } from '../../read-api/use-read-api.ts';
import { useCloseByEscape } from '../close-by-escape.ts';
import type { MapTarget } from '../map-view-address.ts';
import { listRealm } from '../picks.ts';
import { type Layers, layerSwitches } from './layers.ts';

interface Props {
  readonly layers: Layers;
  /** At the middle of the map. */
  readonly realm: Realm;
  /** A replay shows no live players, whom the counts are about. */
  readonly hasCounts: boolean;
  readonly onChange: (layers: Layers) => void;
  readonly onGo: (target: MapTarget) => void;
  readonly children: ReactNode;
}

export function LayerPanel({ layers, realm: shown, hasCounts, onChange, onGo, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  useCloseByEscape(isOpen, () => setIsOpen(false));
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
          <button
            key={realm}
            type="button"
            className="chip"
            aria-pressed={realm === shown}
            onClick={() => onGo({ realm })}
          >
            {realmTitles[realm]}
            {hasCounts && realm !== 'surface' && <RealmCount realm={realm} />}
          </button>
        ))}
        <button type="button" className="chip" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Layers
        </button>
      </div>
      {isOpen && (
        <div className="layer-choices">
          <div className="row small">
            <span>Floor</span>
            <SegmentedControl
              label="Floor"
              choices={planes}
              chosen={planes[layers.plane] ?? '0'}
              onChoose={(plane) => onChange({ ...layers, plane: Number(plane) })}
            />
          </div>
          {layerSwitches.map(([name, title]) => (
            <label key={name} className={`row small ${name}-layer`}>
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

/** Most players are on the surface, which needs no count. */
function RealmCount({ realm }: { readonly realm: Realm }) {
  const { snapshot } = useReadApi();
  const count = useSyncExternalStore(
    snapshot.subscribe,
    () => listRealm(snapshot.get()?.accounts.values() ?? [], realm).length,
  );
  if (count === 0) return null;
  return (
    <>
      <span className="realm-count number" aria-hidden="true">
        {count}
      </span>
      <span className="hidden-text"> {countText(count, 'player')}</span>
    </>
  );
}
