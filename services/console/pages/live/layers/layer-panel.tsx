import { type ReactNode, useState } from 'react';
import type { SnapshotAccount } from '../../../../../shared/client/api.ts';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { planes, type Realm, realms, realmTitles } from '../../map/world.ts';
import { useAccounts } from '../../read-api/use-read-api.ts';
import { useCloseByEscape } from '../close-by-escape.ts';
import type { MapTarget } from '../map-view-address.ts';
import { countOnline, hereText, listRealm } from '../picks.ts';
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
          <RealmChoice
            key={realm}
            {...{ realm, hasCount: hasCounts, isShown: realm === shown }}
            onGo={() => onGo({ realm })}
          />
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

interface RealmProps {
  readonly realm: Realm;
  readonly isShown: boolean;
  readonly hasCount: boolean;
  readonly onGo: () => void;
}

/** The live map has nothing to show in a realm without players, except the land of the surface. */
function RealmChoice({ realm, isShown, hasCount, onGo }: RealmProps) {
  const { isLoaded, accounts } = useAccounts();
  const there = listRealm(accounts.values(), realm);
  const isCounted = hasCount && isLoaded;
  if (isCounted && there.length === 0 && realm !== 'surface' && !isShown) return null;
  return (
    <button type="button" className="chip" aria-pressed={isShown} onClick={onGo}>
      {realmTitles[realm]}
      {isCounted && <RealmCount there={there} />}
    </button>
  );
}

/** The number is of players online. */
function RealmCount({ there }: { readonly there: readonly SnapshotAccount[] }) {
  const text = hereText(there);
  return (
    <>
      <span className="realm-count number" aria-hidden="true" title={text}>
        {countOnline(there)}
      </span>
      <span className="hidden-text"> {text || 'nobody'}</span>
    </>
  );
}
