import { useState } from 'react';
import { useNavigate } from 'react-router';
import { hasWords } from '../../../../shared/domain/name-words.ts';
import { accountAddress } from '../common/account-address.ts';
import { boardAddress } from '../common/board-address.ts';
import { useKnownBosses } from '../common/bosses/use-known-bosses.ts';
import { Combobox, type Find, filterFinds } from '../common/fields/combobox.tsx';
import { isCompleteSearch, useTypedSearch } from '../common/fields/use-typed-search.ts';
import { foundItemsAddress } from '../common/items/items-address.ts';
import { useCanReadItems, useFoundItems } from '../common/items/use-found-items.ts';
import { useCanRead } from '../read-api/use-key-rights.ts';
import { useReadApi } from '../read-api/use-read-api.ts';

const [playersMax, bossesMax, itemsMax] = [5, 3, 4];
const isComplete = (text: string) => text.length !== 1 && isCompleteSearch(text);

/** Finds players, bosses and held items by name, and leads to the page of items. */
export function SiteSearch() {
  const { snapshot } = useReadApi();
  const [sought, setSought] = useState('');
  const { type } = useTypedSearch(sought, setSought, isComplete);
  const readsBosses = useCanRead('events');
  const readsItems = useCanReadItems();
  const bosses = useKnownBosses(readsBosses && sought !== '') ?? [];
  const { body: items = [] } = useFoundItems(readsItems ? sought : '', { limit: itemsMax });
  const navigate = useNavigate();
  const findOf = (kind: string, id: string | number, name: string, address: string): Find => {
    return { key: `${kind} ${id}`, name, kind, choose: () => void navigate(address) };
  };
  const findAll = (text: string): readonly Find[] => {
    const players = [...(snapshot.get()?.accounts.values() ?? [])]
      .map(({ id, name }) => findOf('player', id, name, accountAddress(id)))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
    const killed = bosses
      .filter(({ name }) => hasWords(name, text))
      .map(({ name: boss }) => findOf('boss', boss, boss, boardAddress({ metric: 'kills', boss })));
    const held = items.flatMap(({ id, name }) => {
      // The items may be of an earlier text.
      const isFound = name !== null && (hasWords(name, text) || text === String(id));
      return isFound ? [findOf('item', id, name, foundItemsAddress(String(id)))] : [];
    });
    return [
      ...filterFinds(players, text).slice(0, playersMax),
      ...killed.slice(0, bossesMax),
      ...held,
      ...(readsItems ? [findOf('in items', '', text, foundItemsAddress(text))] : []),
    ];
  };
  return <Combobox label="Search" findAll={findAll} whenNone="" onType={type} />;
}
