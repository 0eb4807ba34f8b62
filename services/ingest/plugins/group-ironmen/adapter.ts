import { accepted } from '../../http/answer.ts';
import { readJsonBody } from '../../http/json-body.ts';
import type { Plugin, PluginReport, QuestionPath, ReportPath, RequestHead } from '../../plugin.ts';
import { type MemberUpdate, readMemberUpdate } from './read-update.ts';
import { translateUpdate } from './translate.ts';

interface MemberReport extends PluginReport {
  readonly update: MemberUpdate;
}

const title = 'Group Ironmen Tracker';

/**
 * Asked before the first update, and again after a 401: any 2xx lets the plugin send. The name of the group may be any word,
 * and whose token it is was looked at before.
 */
const membership: QuestionPath = {
  name: 'group_membership',
  url: '/api/group/:name/am-i-in-group',
  takes: 'questions',
  answerTo: () => accepted,
};

const update: ReportPath = {
  name: 'group_update',
  url: '/api/group/:name/update-group-member',
  takes: 'reports',
};

/**
 * Group Ironmen Tracker (plugin-protocols.md 3). It reads no more of an answer than its status: after any other than 2xx it
 * waits for 10 s and sends the same fields again, unless they have changed.
 */
export const groupIronmen: Plugin<MemberReport> = {
  source: 'gim',
  title,
  paths: [membership, update],
  pasted: {
    option: 'gim',
    settingsFor: (origin, token) => ({
      url: origin,
      steps: [
        `Open the settings of ${title} in RuneLite.`,
        `Under Self Hosted Config, set Server base URL override to ${origin}, without a slash at its end.`,
        'Under Group Config, write any word into Group Name, such as hub.',
        `Paste the token into Group Token: ${token}`,
        'The plugin sends to one server alone: groupiron.men gets nothing while the override is set.',
      ],
    }),
  },
  tokenOf: ({ headers }) => /^(?:bearer:?\s+)?(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1] ?? null,
  read: async ({ head, body }) => {
    const read = await readJsonBody(body, head);
    if ('status' in read) return read;
    const { name, world, skipped, ...parts } = readMemberUpdate(read.json, read.damaged);
    return {
      raw: read.text,
      pluginVersion: versionOf(head),
      sent: null,
      // The plugin sends nothing from special worlds.
      player: { identity: null, name, accountType: null, world, specialWorld: false },
      gameEvents: 0,
      endsSession: false,
      skipped,
      update: parts,
    };
  },
  translate: (report, _accountId, times, game) => translateUpdate(report.update, report.player, times, game),
};

/** The version in `GroupIronmenTracker/1.7.0 RuneLite/1.11.9`. */
function versionOf({ headers }: RequestHead): string | null {
  return /^GroupIronmenTracker\/(\S+)/.exec(headers['user-agent'] ?? '')?.[1] ?? null;
}
