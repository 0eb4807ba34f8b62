import { z } from 'zod';
import { withMember } from '../../../../shared/json-text.ts';
import type { Answer } from '../../http/answer.ts';
import { readJsonBody } from '../../http/json-body.ts';
import type { MessageKind, Plugin, PluginReport, ReportPath, RequestHead } from '../../plugin-adapter.ts';
import { asObject, type JsonObject } from '../../reading/read-value.ts';
import { isEventKind } from './read-events.ts';
import { isUpdateKind, type RseyeUpdate, readRseyeUpdate, type UpdateKind } from './read-update.ts';
import { translateRseyeUpdate } from './translate.ts';

interface StateReport extends PluginReport {
  readonly update: RseyeUpdate & { readonly requestId: string | null };
}

const title = 'rseye-connector';
const base = '/api/rseye/';

/** Each kind of update has its own address, with or without a slash at its end. */
const updates: ReportPath = { name: 'rseye_update', url: `${base}*`, kind: 'report' };

/** The plugin's requests may arrive in any order (plugin-protocols.md 4). */
const overtakenForMs = 2_000;

/** By the last part of their address. */
const messageKinds: readonly MessageKind[] = [
  { kind: 'login_update', title: 'Login and logout' },
  { kind: 'position_update', title: 'Location' },
  { kind: 'stat_update', title: 'Skills, hit points and prayer' },
  { kind: 'equipment_update', title: 'Equipment' },
  { kind: 'inventory_update', title: 'Inventory' },
  { kind: 'bank_update', title: 'Bank' },
  { kind: 'loot_update', title: 'Loot' },
  { kind: 'death_update', title: 'Deaths' },
  { kind: 'quest_update', title: 'Quests' },
];

/** For an ignored kind, and for an event update without an event: a resend would not help. */
function notTaken(kinds: readonly string[] = []): Answer {
  const message = { kinds, pluginVersion: null, unknownSkillPlaces: [], isUsed: kinds.length > 0 };
  return { status: 204, outcome: 'ignored', body: null, message };
}

/** rseye-connector (plugin-protocols.md 4). The plugin ignores answers and never resends. */
export const rseyeConnector: Plugin<StateReport> = {
  source: 'rseye',
  title,
  sends: 'place, health, skills, gear, inventory and bank; drops, deaths and finished quests',
  canReportOtherCharacters: true,
  fills: ['skills', 'gear', 'inventory', 'drops', 'quests', 'bank'],
  paths: [updates],
  messageKinds,
  afterRevoking:
    'The plugin keeps the address and the token, and continues to send: clear Endpoint and bearerToken.',
  pasted: {
    option: 'rseye',
    settingsFor: (origin, token) => ({
      url: `${origin}${base}`,
      steps: [
        `Open the settings of ${title} in RuneLite.`,
        `Set Endpoint to ${origin}${base}, with the slash at its end.`,
        `Paste the token into bearerToken: ${token}`,
        'Leave all data on except Overhead Data and Skull Data, which the hub ignores.',
      ],
    }),
  },
  // The plugin sends `Authorization: Bearer: <token>`, with a second colon.
  tokenOf: ({ headers }) => /^bearer:?\s+(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1] ?? null,
  read: async ({ head, body }) => {
    const kindOfAddress = kindOf(head);
    if (kindOfAddress !== null && !isUpdateKind(kindOfAddress)) return notTaken();
    const read = await readJsonBody(body, head);
    if ('status' in read) return read;
    const stored = storedRequest(read.json);
    const kind = kindOfAddress ?? stored.kind;
    const requestId = kindOfAddress === null ? stored.requestId : requestIdOf(head);
    const { name, skipped, ...update } = readRseyeUpdate(kind, read.json, read.isDamaged);
    if (isEventKind(kind) && update.events.length === 0) return notTaken([kind]);
    return {
      raw: isReadAgain(kindOfAddress)
        ? withMember(read.text, requestField, { kind, request_id: requestId })
        : read.text,
      pluginVersion: null,
      sentAt: null,
      player: {
        identity: null,
        name,
        nameCertainty: 'sure',
        accountType: null,
        world: null,
        specialWorld: null,
      },
      gameEventCount: update.events.length,
      hasSessionEnd: false,
      ...(update.gameState === null && { canBeOvertakenForMs: overtakenForMs }),
      skipped,
      kinds: kind === null ? [] : [kind],
      update: { ...update, requestId },
    };
  },
  translate: ({ update }, accountId, times, game) => translateRseyeUpdate(update, accountId, times, game),
};

/** Null for a stored body, which has no address. */
function kindOf({ params }: RequestHead): string | null {
  return params['*']?.replaceAll('/', '') ?? null;
}

/** The plugin creates an id for each request, and never sends a request again. */
function requestIdOf({ headers }: RequestHead): string | null {
  const sent = z.uuid().safeParse(headers['x-request-id']);
  return sent.success ? sent.data.toLowerCase() : null;
}

/**
 * Added to a stored body with events or a bank. Without the kind and id of the request, a replay
 * would make another event, and could not tell a bank from an inventory.
 */
const requestField = 'request';

function isReadAgain(kind: unknown): kind is UpdateKind {
  return isEventKind(kind) || kind === 'bank_update';
}

function storedRequest(body: JsonObject) {
  const { kind, request_id: requestId } = asObject(body[requestField]) ?? {};
  return {
    kind: isReadAgain(kind) ? kind : null,
    requestId: typeof requestId === 'string' ? requestId : null,
  };
}
