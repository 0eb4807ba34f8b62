import { useEffect, useState } from 'react';
import { searchedName } from '../../../../shared/domain/searched-name.ts';
import { type KnownBoss, useKnownBosses } from '../common/bosses/use-known-bosses.ts';
import { useAddressValue } from '../state/use-address-value.ts';
import { type BoardChoice, isWholeTime, rangeOfKills } from './boards.ts';

/**
 * The boss of the address, and by default the most killed of the range. The default stands in the
 * address too, and another period has another default.
 */
export function useBoss(enabled: boolean, chosen: Pick<BoardChoice, 'range' | 'from' | 'to'>) {
  const { range: period } = chosen;
  const [named, setNamed] = useAddressValue('boss', '');
  const [byDefault, setByDefault] = useState({ boss: '', period });
  const killed = useKnownBosses(enabled, isWholeTime(chosen) ? {} : chosen, () => rangeOfKills(chosen));
  const ever = useKnownBosses(enabled);
  const first = killed && ever && ([...killed, ...ever][0]?.name ?? 'Zulrah');
  const isOpen = named === '' || (named === byDefault.boss && period !== byDefault.period);
  useEffect(() => {
    if (!enabled || !isOpen || first === undefined) return;
    setByDefault({ boss: first, period });
    setNamed(first, 'replaced');
  }, [enabled, isOpen, first, period, setNamed]);
  const choose = (boss: string) => {
    setByDefault({ boss: '', period });
    setNamed(boss);
  };
  /** Empty until the default is known. */
  return { boss: named, killed: killed ?? [], bosses: withKills(ever ?? [], killed ?? []), choose };
}

/** All bosses, with their kills in the range. Accounts may spell a name in another case. */
function withKills(ever: readonly KnownBoss[], killed: readonly KnownBoss[]): readonly KnownBoss[] {
  const kills = new Map(killed.map(({ name, value }) => [searchedName(name), value]));
  return ever.map(({ name }) => ({ name, value: kills.get(searchedName(name)) ?? 0 }));
}
