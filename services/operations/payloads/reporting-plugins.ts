import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { dayMs, hourMs } from '../../../shared/domain/durations.ts';
import { pluginTitle } from '../devices/pairing-plugins.ts';
import { isoTime } from '../iso-time.ts';
import { nameOfMember } from '../member-names.ts';
import type { OperationHub } from '../operation-hub.ts';
import { newestPayloads } from './stored-payloads.ts';

/** A second of reading. */
const scannedRecordsMax = 4_000;
const loudestMax = 20;
const shownMs = 7 * dayMs;

interface SeenPlugin {
  /** The name in the log. */
  readonly plugin: string;
  readonly version: string | null;
  readonly devices: number;
  readonly last_seen_at: string;
}

/** A skill that this release does not know, by its place in the plugin's list of skills. */
interface UnknownSkill {
  readonly plugin: string;
  readonly place: number;
  readonly last_reported_at: string;
}

/** Reports of an hour, of which some were refused. */
interface ReportHour {
  readonly at: string;
  readonly reports: number;
  readonly refused: number;
}

/** `loudest` covers the last hour, the other lists the last week. @param now epoch ms */
export async function readReportingPlugins(hub: OperationHub, now: number) {
  const { database, journal } = hub;
  const plugins = await database.many<SeenPlugin>({
    text: `select plugin, version, count(*) as devices,
                  to_char(to_timestamp(max(at) / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_seen_at
           from hub.plugin_seen
           where at > $1
           group by plugin, version
           order by plugin, version`,
    values: [now - shownMs],
  });
  const unknownSkills = await database.many<UnknownSkill>({
    text: `select plugin, place,
                  to_char(to_timestamp(at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_reported_at
           from hub.unknown_skill
           where at > $1
           order by plugin, place`,
    values: [now - shownMs],
  });
  const hours = await database.many<ReportHour>({
    text: `select to_char(to_timestamp(hour / 1000) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
                  coalesce(reports, 0) as reports,
                  coalesce(refused, 0) as refused
           from generate_series($1::bigint, $2::bigint, 3600000) as hour
           left join hub.report_hour using (hour)
           order by hour`,
    values: [now - shownMs - (now % hourMs), now],
  });
  const directory = await readCurrent(hub);
  const places = await journal.log.ends(['hub.raw']);
  const from = now - hourMs;
  const bounds = { limit: scannedRecordsMax, scannedRecordsMax };
  const anybody = { subjects: null, deviceId: null, from };
  const { payloads } = await newestPayloads(journal, places, anybody, bounds);
  const loudest = [...Map.groupBy(payloads, ({ deviceId }) => deviceId)]
    .map(([id, sent]) => {
      const device = directory.devicesByTokenHash.values().find((each) => each.id === id);
      return {
        id,
        name: device?.name ?? null,
        member: nameOfMember(directory, device?.memberId ?? null),
        plugin: sent[0]?.plugin ?? null,
        reports: sent.length,
        bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    })
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, loudestMax);
  const titled = plugins.map((seen) => ({ ...seen, plugin_title: pluginTitle(seen.plugin) }));
  const skills = unknownSkills.map((skill) => ({ ...skill, plugin_title: pluginTitle(skill.plugin) }));
  return { plugins: titled, loudest, since: isoTime(from), unknown_skills: skills, hours };
}
