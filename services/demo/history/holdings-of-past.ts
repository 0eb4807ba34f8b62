import { newEvent } from '../../../shared/events/event.ts';
import { holdings } from '../../../shared/events/holdings.ts';
import { detailsOf, gameEventRecorded } from '../../../shared/events/types/game-event-recorded.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { eventIdOf } from '../../ingest/facts/event-id.ts';
import { createRandom } from '../random.ts';
import { historySource } from './history-translator.ts';

/** The counters of a login, which the simulated plugin does not send. Epoch ms. */
export function holdingsOfPast(accountIds: Iterable<string>, at: number): TimedEvent[] {
  return [...accountIds].flatMap((subject, player) => {
    const about = <Part extends string>(part: Part) => ({ subject, source: historySource, part }) as const;
    const progress = (completed: number, total: number) => ({ at, completed, total });
    return [
      newEvent(
        holdings['collection-log-count'],
        about('collection-log-count'),
        progress(240 + 31 * player, 1_690),
      ),
      newEvent(holdings['quest-count'], about('quest-count'), progress(Math.min(90 + 3 * player, 177), 177)),
      newEvent(
        holdings['quest-points'],
        about('quest-points'),
        progress(Math.min(160 + 6 * player, 330), 330),
      ),
      newEvent(holdings['diary-count'], about('diary-count'), progress(Math.min(9 + player, 48), 48)),
      newEvent(holdings['diary-tasks'], about('diary-tasks'), progress(Math.min(130 + 9 * player, 492), 492)),
      newEvent(
        holdings['combat-achievements'],
        about('combat-achievements'),
        progress(80 + 17 * player, 2_672),
      ),
      newEvent(holdings.slayer, about('slayer'), { at, points: 120 + 40 * player, streak: 11 + 5 * player }),
      newEvent(holdings.pets, about('pets'), { at, pets: pets.slice(player % 2) }),
    ].map((event) => ({ ...event, appendTime: at }));
  });
}

export const bossesOfPast = ['Zulrah', 'Vorkath', 'Giant Mole', 'King Black Dragon', 'Sarachnis'];
const killsMax = 900;

/**
 * Kill counts, which the simulated plugin does not send. The ids follow from the account. Epoch ms.
 */
export function killCountsOfPast(
  accounts: readonly (readonly [player: number, id: string])[],
  at: number,
): TimedEvent[] {
  return accounts.flatMap(([, subject]) => {
    const random = createRandom(`kills/${subject}`);
    return bossesOfPast.map((boss) => {
      const type = 'KILL_COUNT';
      const count = random.integer(1, killsMax);
      const personalBest = `PT${random.integer(1, 4)}M${random.integer(0, 59)}S`;
      const data = JSON.stringify({ type, extra: { boss, count, personalBest } });
      const id = { event_id: eventIdOf([subject, type, boss]), type };
      const event = { ...detailsOf({}), ...id, occurred_at: at, special_world: false, data };
      return { ...newEvent(gameEventRecorded, { subject, source: historySource }, event), appendTime: at };
    });
  });
}

const pets = [
  { id: 13_071, name: 'Chompy chick' },
  { id: 13_322, name: 'Beaver' },
];
