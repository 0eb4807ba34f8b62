import type { Answer } from '../../http/answer.ts';
import { readJsonBody } from '../../http/json-body.ts';
import type { Plugin, PluginReport, ReportPath, RequestHead } from '../../plugin-adapter.ts';
import { isUpdateKind, type RseyeUpdate, readRseyeUpdate } from './read-update.ts';
import { translateRseyeUpdate } from './translate.ts';

interface StateReport extends PluginReport {
  readonly update: RseyeUpdate;
}

const title = 'rseye-connector';
const base = '/api/rseye/';

/**
 * Each kind of update has its own address under this address, with or without a slash at its end.
 */
const updates: ReportPath = { name: 'rseye_update', url: `${base}*`, kind: 'report' };

/** The plugin sends its requests in no order (plugin-protocols.md 4). */
const overtakenForMs = 2_000;

/** For quests, the bank, loot and other ignored kinds, a resend would not help. */
const notTaken: Answer = { status: 204, outcome: 'ignored', body: null };

/** rseye-connector (plugin-protocols.md 4). The plugin ignores answers and never resends. */
export const rseyeConnector: Plugin<StateReport> = {
  source: 'rseye',
  title,
  canMixCharacters: true,
  paths: [updates],
  pasted: {
    option: 'rseye',
    settingsFor: (origin, token) => ({
      url: `${origin}${base}`,
      steps: [
        `Open the settings of ${title} in RuneLite.`,
        `Set Endpoint to ${origin}${base}, with the slash at its end.`,
        `Paste the token into bearerToken: ${token}`,
        'Leave Position Data, Login Data, Stat Data, Inventory Data and Equipment Data on; the hub ignores the rest.',
      ],
    }),
  },
  // The plugin writes a second colon.
  tokenOf: ({ headers }) => /^bearer:?\s+(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1] ?? null,
  read: async ({ head, body }) => {
    const kind = kindOf(head);
    if (kind !== null && !isUpdateKind(kind)) return notTaken;
    const read = await readJsonBody(body, head);
    if ('status' in read) return read;
    const { name, skipped, ...update } = readRseyeUpdate(kind, read.json, read.isDamaged);
    return {
      raw: read.text,
      pluginVersion: null,
      sentAt: null,
      player: { identity: null, name, accountType: null, world: null, specialWorld: null },
      gameEventCount: 0,
      hasSessionEnd: false,
      ...(update.gameState === null && { canBeOvertakenForMs: overtakenForMs }),
      skipped,
      update,
    };
  },
  translate: ({ update }, _accountId, times, game) => translateRseyeUpdate(update, times, game),
};

/** The kind of an update from its address; null for a stored body, which has no address. */
function kindOf({ params }: RequestHead): string | null {
  return params['*']?.replaceAll('/', '') ?? null;
}
