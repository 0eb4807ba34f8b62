import { accepted } from '../../http/answer.ts';
import { readJsonBody } from '../../http/json-body.ts';
import type { GetPath, Plugin, PluginReport, ReportPath, RequestHead } from '../../plugin-adapter.ts';
import { groupMessageKinds, kindsOfUpdate } from './message-kinds.ts';
import { type GroupMemberUpdate, readMemberUpdate, unknownSkillPlaces } from './read-update.ts';
import { translateMemberUpdate } from './translate.ts';

interface MemberReport extends PluginReport {
  readonly update: GroupMemberUpdate;
}

const title = 'Group Ironmen Tracker';

/**
 * Any 2xx lets the plugin send. The name of the group may be any word, because the token was
 * checked before.
 */
const membership: GetPath = {
  name: 'group_membership',
  url: '/api/group/:name/am-i-in-group',
  kind: 'get',
  answerTo: () => accepted,
};

const update: ReportPath = {
  name: 'group_update',
  url: '/api/group/:name/update-group-member',
  kind: 'report',
};

/**
 * Group Ironmen Tracker (plugin-protocols.md 3). The plugin reads only the status. Without a 2xx it
 * sends the fields again after 10 s.
 */
export const groupIronmen: Plugin<MemberReport> = {
  source: 'gim',
  title,
  sends: 'place, health, skills, gear, inventory, bank, quests and collection log; no drops, no deaths',
  fills: [
    ...(['skills', 'gear', 'inventory', 'collection log', 'quests', 'diaries', 'bank'] as const),
    'lists of quests and diaries',
  ],
  paths: [membership, update],
  messageKinds: groupMessageKinds,
  hasNamesOnly: true,
  afterRevoking:
    'The plugin keeps the address and the token, and continues to ask: clear Server base URL override and Group Token. With an empty override it sends to groupiron.men again.',
  pasted: {
    option: 'gim',
    settingsFor: (origin, token) => ({
      url: origin,
      steps: [
        `Open the settings of ${title} in RuneLite.`,
        `Under Self Hosted Config, set Server base URL override to ${origin}, without a slash at its end.`,
        'Under Group Config, write any word into Group Name, such as hub.',
        `Paste the token into Group Token: ${token}`,
        'This Group Token is personal, unlike a token of groupiron.men: each member of the group pairs the plugin.',
        'The plugin sends to one server alone: groupiron.men gets nothing while the override is set.',
      ],
    }),
  },
  tokenOf: ({ headers }) => /^(?:bearer:?\s+)?(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1] ?? null,
  read: async ({ head, body }) => {
    const read = await readJsonBody(body, head);
    if ('status' in read) return read;
    const { name, world, skipped, ...parts } = readMemberUpdate(read.json, read.isDamaged);
    return {
      raw: read.text,
      pluginVersion: versionOf(head),
      sentAt: null,
      // The plugin sends nothing from special worlds.
      player: { identity: null, name, nameCertainty: 'sure', accountType: null, world, specialWorld: false },
      gameEventCount: 0,
      hasSessionEnd: false,
      skipped,
      kinds: kindsOfUpdate(parts),
      unknownSkillPlaces: unknownSkillPlaces(skipped),
      update: parts,
    };
  },
  translate: (report, _accountId, times, game) =>
    translateMemberUpdate(report.update, report.player, times, game),
};

/** In `GroupIronmenTracker/1.7.0 RuneLite/1.11.9`. */
function versionOf({ headers }: RequestHead): string | null {
  return /^GroupIronmenTracker\/(\S+)/.exec(headers['user-agent'] ?? '')?.[1] ?? null;
}
