import type { Database } from '../../../../shared/postgres/database.ts';
import { hasTable } from '../../../../shared/postgres/schema/has-table.ts';
import { registeredPlugins } from '../../../ingest/plugins/registered.ts';
import { accountsOfDeviceMax } from '../../../operations/devices/describe-contact.ts';
import { pluginTitle } from '../../../operations/devices/pairing-plugins.ts';
import { counted } from '../../terminal/progress-display.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf } from '../finding.ts';

export const pluginsCheck = defineCheck('plugins', readPlugins, judgePlugins);

async function readPlugins(hub: ExaminedHub) {
  const database = hub.database();
  if (!(await hasTable(database, 'hub.plugin_seen'))) return { plugins: [], sharedTokens: 0 };
  // Ingest keeps rows for 90 days.
  const versions = await database.many<SeenVersion & { readonly source: string }>({
    text: `select plugin as source, version, count(*) as devices
           from hub.plugin_seen
           where version is not null
             and at > (extract(epoch from clock_timestamp() - interval '7 days') * 1000)::bigint
           group by plugin, version`,
  });
  const bySource = Map.groupBy(versions, ({ source }) => source);
  const plugins = registeredPlugins.map(({ source, title, version }) => {
    const seen: SeenVersion[] = bySource.get(source) ?? [];
    // Older versions than `oldest` are refused.
    return { title, oldest: version?.oldest ?? '0.0', seen };
  });
  return { plugins, sharedTokens: await countSharedTokens(database) };
}

/** Devices that reported more accounts by name than a player usually has. */
async function countSharedTokens(database: Database): Promise<number> {
  const { shared } = await database.one<{ readonly shared: number }>({
    text: `select count(*) as shared
           from (select from hub.device_account group by device having count(*) > $1) device`,
    values: [accountsOfDeviceMax],
  });
  return shared;
}

interface SeenVersion {
  readonly version: string;
  readonly devices: number;
}

const minorsBehindMax = 1;

export function judgePlugins({ plugins, sharedTokens }: FactsOf<typeof readPlugins>): Finding {
  const faults = plugins.flatMap(({ title, oldest, seen }) => {
    const numbered = seen.flatMap(({ version, devices }) => {
      const number = numberOf(version);
      return number === null ? [] : [{ ...number, devices }];
    });
    const least = numberOf(oldest) ?? { major: 0, minor: 0 };
    const newest = numbered.reduce((best, each) => (isOlder(best, each) ? each : best), least);
    const refused = count(numbered.filter((each) => isOlder(each, least)));
    const behind = count(
      numbered.filter(
        (each) =>
          !isOlder(each, least) && (each.major < newest.major || newest.minor - each.minor > minorsBehindMax),
      ),
    );
    const fix = `ask the members of these devices (hub device list) to update ${title} in the plugin hub of the client`;
    const old = {
      what: `${title} is older than ${oldest} on ${counted(refused, 'device')}`,
      why: 'the hub refuses its reports',
      fix,
    };
    const late = {
      what: `on ${counted(behind, 'device')}, ${title} is a major version or two minor versions behind ${newest.major}.${newest.minor}, the newest version here`,
      why: 'older versions lack fixes, and do not send all kinds of reports',
      fix,
    };
    return [...(refused > 0 ? [old] : []), ...(behind > 0 ? [late] : [])];
  });
  const shared = {
    what: `${sharedTokens} ${sharedTokens === 1 ? 'token reports' : 'tokens report'} more than ${accountsOfDeviceMax} accounts by name, as if a group shares the token`,
    why: 'all accounts of a token belong to one member',
    fix: 'hub device list names the tokens: let each member pair, then give each account to its owner with hub account transfer',
  };
  if (sharedTokens > 0) faults.push(shared);
  const devices = count(plugins.flatMap(({ seen }) => seen));
  return findingOf(faults, `only recent versions, on ${counted(devices, 'device')} seen in the last 7 days`);
}

function count(seen: readonly { readonly devices: number }[]): number {
  return seen.reduce((sum, { devices }) => sum + devices, 0);
}

interface VersionNumber {
  readonly major: number;
  readonly minor: number;
}

function numberOf(version: string): VersionNumber | null {
  const match = /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:\D|$)/i.exec(version);
  return match === null ? null : { major: Number(match[1]), minor: Number(match[2] ?? 0) };
}

function isOlder(left: VersionNumber, right: VersionNumber): boolean {
  return left.major < right.major || (left.major === right.major && left.minor < right.minor);
}

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
