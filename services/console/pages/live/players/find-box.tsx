import { useId, useState } from 'react';
import type { SnapshotAccount } from '../../../../../shared/client/api.ts';
import { namedPlaces } from '../../common/named-places.ts';
import { useReadApi } from '../../read-api/use-read-api.ts';
import type { MapTarget } from '../map-view-address.ts';

interface Props {
  readonly onFollow: (id: string) => void;
  readonly onGo: (target: MapTarget) => void;
}

interface Find {
  readonly key: string;
  readonly name: string;
  readonly kind: 'player' | 'place';
  readonly choose: () => void;
}

const shownMax = 8;
const placeZoom = 2;

export function FindBox({ onFollow, onGo }: Props) {
  const { snapshot } = useReadApi();
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const list = useId();
  const accounts = snapshot.get()?.accounts.values() ?? [];
  const finds = text.trim() === '' ? [] : findAll(text, [...accounts], onFollow, onGo);
  const choose = (find: Find | undefined) => {
    if (find === undefined) return;
    find.choose();
    setText('');
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setIndex(Math.min(finds.length - 1, index + 1)),
    ArrowUp: () => setIndex(Math.max(0, index - 1)),
    Enter: () => choose(finds[index]),
    Escape: () => setText(''),
  };
  return (
    <div className="find-box">
      <input
        type="search"
        role="combobox"
        aria-expanded={finds.length > 0}
        aria-controls={list}
        aria-activedescendant={finds.length > 0 ? `${list}-${index}` : undefined}
        aria-label="Find a player or a place"
        placeholder="Find a player or a place"
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setIndex(0);
        }}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (act === undefined) return;
          event.preventDefault();
          act();
        }}
      />
      <div id={list} role="listbox" aria-label="Found" className="finds" hidden={finds.length === 0}>
        {finds.map((find, each) => (
          <button
            key={find.key}
            id={`${list}-${each}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={each === index}
            className="find row"
            onClick={() => choose(find)}
          >
            <span className="grow clip">{find.name}</span>
            <span className="dim small">{find.kind}</span>
          </button>
        ))}
      </div>
      {text.trim() !== '' && finds.length === 0 && (
        <p className="dim small">No player or place has this text in its name.</p>
      )}
    </div>
  );
}

/** Names that begin with the text come first. Otherwise, players come before places. */
function findAll(
  text: string,
  accounts: readonly SnapshotAccount[],
  onFollow: Props['onFollow'],
  onGo: Props['onGo'],
): readonly Find[] {
  const wanted = text.trim().toLowerCase();
  const players = accounts
    .filter(({ location }) => location !== undefined && location !== null)
    .map(({ id, name }): Find => ({ key: id, name, kind: 'player', choose: () => onFollow(id) }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const spots = namedPlaces.map((tile): Find => {
    const { name } = tile;
    return { key: `place ${name}`, name, kind: 'place', choose: () => onGo({ tile, zoom: placeZoom }) };
  });
  const holding = [...players, ...spots].filter(({ name }) => name.toLowerCase().includes(wanted));
  const begins = ({ name }: Find) => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return holding.sort((left, right) => begins(left) - begins(right)).slice(0, shownMax);
}
