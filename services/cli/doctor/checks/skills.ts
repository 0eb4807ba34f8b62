import { hasTable } from '../../../../shared/postgres/schema/has-table.ts';
import { pluginTitle } from '../../../operations/devices/pairing-plugins.ts';
import { type Check, type Finding, findingOf } from '../finding.ts';

export const skillsCheck: Check = {
  name: 'skills',
  run: async (hub) => {
    const database = hub.database();
    if (!(await hasTable(database, 'hub.unknown_skill'))) return judgeSkills([]);
    const unknown = await database.many<UnknownSkill>({
      text: `select plugin, place
             from hub.unknown_skill
             where at > (extract(epoch from clock_timestamp() - interval '7 days') * 1000)::bigint
             order by plugin, place`,
    });
    return judgeSkills(unknown.map(({ plugin, place }) => ({ plugin: pluginTitle(plugin), place })));
  },
};

/** A skill that a plugin reports by its place in the list of skills. */
export interface UnknownSkill {
  readonly plugin: string;
  /** Counted from 1. */
  readonly place: number;
}

export function judgeSkills(unknown: readonly UnknownSkill[]): Finding {
  const faults = unknown.map(({ plugin, place }) => ({
    what: `${plugin} reports skill ${place}, which this release does not know`,
    why: 'its xp is left out; all other skills are stored',
    fix: 'update the hub to a release that knows the skill',
  }));
  return findingOf(faults, 'all reported skills of this week are known');
}
