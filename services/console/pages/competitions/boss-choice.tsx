import { BossPicker } from '../common/bosses/boss-picker.tsx';
import { useKnownBosses } from '../common/bosses/use-known-bosses.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';

interface Props {
  /** Empty: none yet. */
  readonly boss: string;
  readonly onChoose: (boss: string) => void;
}

/** Warns of a boss that nobody has killed, because any name is legal. */
export function BossChoice({ boss, onChoose }: Props) {
  const bosses = useKnownBosses(true) ?? [];
  const { body } = useHubAnswer(
    'a kill of a boss',
    { boss },
    (client, signal) => client.get('/leaderboards/kills', { boss, limit: 1 }, signal),
    { enabled: boss !== '' },
  );
  return (
    <div className="row wrap">
      <BossPicker chosen={boss} bosses={bosses} onChoose={onChoose} />
      {boss !== '' && body?.data.entries.length === 0 && (
        <p className="stale small" role="status">
          Nobody in the guild has a kill of <Name of={boss} />. The name must be as in the game.
        </p>
      )}
    </div>
  );
}
