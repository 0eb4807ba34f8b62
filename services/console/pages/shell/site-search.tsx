import { useNavigate } from 'react-router';
import { accountAddress } from '../common/account-address.ts';
import { Combobox, type Find, filterFinds } from '../common/fields/combobox.tsx';
import { foundItemsAddress } from '../common/items/items-address.ts';
import { useReadApi } from '../read-api/use-read-api.ts';

const playersMax = 6;

/** Finds players by name, and leads to the page of items. */
export function SiteSearch() {
  const { snapshot } = useReadApi();
  const navigate = useNavigate();
  const findAll = (text: string): readonly Find[] => {
    const players = [...(snapshot.get()?.accounts.values() ?? [])]
      .map(({ id, name }): Find => {
        return { key: id, name, kind: 'player', choose: () => void navigate(accountAddress(id)) };
      })
      .sort((left, right) => (left.name < right.name ? -1 : 1));
    return [
      ...filterFinds(players, text).slice(0, playersMax),
      { key: 'items', name: text, kind: 'in items', choose: () => void navigate(foundItemsAddress(text)) },
    ];
  };
  return <Combobox label="Search" findAll={findAll} whenNone="" />;
}
