import { useEffect, useState } from 'react';
import { useKnownBosses } from '../common/bosses/use-known-bosses.ts';
import { useAddressValue } from '../state/use-address-value.ts';
import type { BoardChoice } from './boards.ts';

/**
 * The boss of the address, and by default the most killed of the period. The default stands in the
 * address too, and another period has another default.
 */
export function useBoss(enabled: boolean, period: BoardChoice['range']) {
  const [named, setNamed] = useAddressValue('boss', '');
  const [byDefault, setByDefault] = useState({ boss: '', period });
  const bosses = useKnownBosses(enabled, period);
  const first = bosses && (bosses[0]?.name ?? 'Zulrah');
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
  return { boss: named, bosses: bosses ?? [], choose };
}
