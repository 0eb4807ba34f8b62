import type { SentParts } from '../facts/facts.ts';
import type { Plugin, PluginReport } from '../plugin-adapter.ts';
import type { GameMemory } from './game-memory.ts';

type Learner = Pick<GameMemory, 'learnItem' | 'learnWorld'>;

export function learnFromReport(
  learner: Learner,
  plugin: Plugin,
  report: PluginReport,
  isLate: boolean,
  reporters: readonly string[],
): void {
  const { world, specialWorld } = report.player;
  // The world may have changed its type since a late report was sent.
  if (plugin.canTeachGame === true && !isLate && world !== null && specialWorld !== null) {
    learner.learnWorld(world, specialWorld);
  }
  if (report.gameEventCount === 0 || plugin.shownItems === undefined) return;
  for (const item of plugin.shownItems(report)) learner.learnItem(item, reporters);
}

/** The items of unchanged parts were learned before. */
export function learnFromNewFacts(
  learner: Learner,
  { equipment, inventory }: SentParts,
  reporters: readonly string[],
): void {
  for (const part of [equipment, inventory]) {
    for (const item of part?.items ?? []) learner.learnItem(item, reporters);
  }
}
