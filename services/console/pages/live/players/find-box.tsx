import { Combobox, type Find, filterFinds } from '../../common/fields/combobox.tsx';
import { namedPlaces } from '../../common/named-places.ts';
import { useReadApi } from '../../read-api/use-read-api.ts';
import type { MapTarget } from '../map-view-address.ts';

interface Props {
  readonly onFollow: (id: string) => void;
  readonly onGo: (target: MapTarget) => void;
}

const shownMax = 8;
const placeZoom = 2;

export function FindBox({ onFollow, onGo }: Props) {
  const { snapshot } = useReadApi();
  /** Players come before places. */
  const findAll = (text: string) => {
    const players = [...(snapshot.get()?.accounts.values() ?? [])]
      .filter(({ location }) => location !== undefined && location !== null)
      .map(({ id, name }): Find => ({ key: id, name, kind: 'player', choose: () => onFollow(id) }))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
    const places = namedPlaces.map((tile): Find => {
      const { name } = tile;
      return { key: `place ${name}`, name, kind: 'place', choose: () => onGo({ tile, zoom: placeZoom }) };
    });
    return filterFinds([...players, ...places], text).slice(0, shownMax);
  };
  return (
    <div className="find-box">
      <Combobox
        label="Find a player or a place"
        findAll={findAll}
        whenNone="No player or place has this text in its name."
      />
    </div>
  );
}
