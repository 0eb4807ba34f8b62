import { hasTable } from '../../../../shared/postgres/schema/has-table.ts';
import { pluginTitle } from '../../../operations/devices/pairing-plugins.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf } from '../finding.ts';

export const skillsCheck = defineCheck('skills', readUnknownSkills, judgeSkills);

/** A plugin reports a skill by its place in the list of skills, counted from 1. */
async function readUnknownSkills(hub: ExaminedHub) {
  const database = hub.database();
  if (!(await hasTable(database, 'hub.unknown_skill'))) return [];
  const unknown = await database.many<{ plugin: string; place: number }>({
    text: `select plugin, place
           from hub.unknown_skill
           where at > (extract(epoch from clock_timestamp() - interval '7 days') * 1000)::bigint
           order by plugin, place`,
  });
  return unknown.map(({ plugin, place }) => ({ plugin: pluginTitle(plugin), place }));
}

export function judgeSkills(unknown: FactsOf<typeof readUnknownSkills>): Finding {
  const faults = unknown.map(({ plugin, place }) => ({
    what: `${plugin} reports skill ${place}, which this release does not know`,
    why: 'its xp is left out; all other skills are stored',
    fix: 'update the hub to a release that knows the skill',
  }));
  return findingOf(faults, 'all reported skills of this week are known');
}
