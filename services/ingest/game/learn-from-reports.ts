import type { SentParts } from '../facts/facts.ts';
import type { Plugin, PluginReport } from '../plugin.ts';
import type { GameKeeper } from './game-memory.ts';

type Learner = Pick<GameKeeper, 'learnItem' | 'learnWorld'>;

/** Learns what a report says of its world, and which items its game events show. */
export function learnFromReport(learner: Learner, plugin: Plugin, report: PluginReport, late: boolean): void {
  const { world, specialWorld } = report.player;
  // Worlds may have changed their types since a late one was sent.
  if (plugin.teaches === true && !late && world !== null && specialWorld !== null) {
    learner.learnWorld(world, specialWorld);
  }
  if (report.gameEvents === 0 || plugin.shownItems === undefined) return;
  for (const item of plugin.shownItems(report)) learner.learnItem(item);
}

/** Learns the items of gear that is news: what was stated before was learned before. */
export function learnFromNews(learner: Learner, { equipment, inventory }: SentParts): void {
  for (const part of [equipment, inventory]) {
    for (const item of part?.items ?? []) learner.learnItem(item);
  }
}
