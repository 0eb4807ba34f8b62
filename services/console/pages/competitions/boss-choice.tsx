import { searchedName } from '../../../../shared/domain/searched-name.ts';
import { BossPicker } from '../common/bosses/boss-picker.tsx';
import { useKnownBosses } from '../common/bosses/use-known-bosses.ts';
import { Name } from '../common/text/isolated-name.tsx';

interface Props {
  /** Empty: none yet. */
  readonly boss: string;
  readonly onChoose: (boss: string) => void;
}

/** Warns of a boss that nobody has killed, because any name is legal. */
export function BossChoice({ boss, onChoose }: Props) {
  const bosses = useKnownBosses(true);
  const isKnown = bosses?.some(({ name }) => searchedName(name) === searchedName(boss));
  return (
    <div className="row wrap">
      <BossPicker chosen={boss} bosses={bosses ?? []} onChoose={onChoose} />
      {boss !== '' && isKnown === false && (
        <p className="stale small" role="status">
          Nobody in the guild has a kill of <Name of={boss} />. The name must be as in the game.
        </p>
      )}
    </div>
  );
}
