import { storableEventText } from '../../../../shared/events/event-text.ts';
import { type Answer, type BodyRefusal, ignored } from '../../http/answer.ts';
import type { JsonBody } from '../../http/json-body.ts';
import { createUploadIntake, readKeptBody } from '../../http/upload.ts';
import type {
  GetPath,
  Plugin,
  PluginReport,
  PluginRequest,
  ReportPath,
  RequestHead,
} from '../../plugin-adapter.ts';
import { dinkPastedSettings, dinkSettings, webhookOf } from './dink-import-settings.ts';
import { shownItemsOf } from './items-to-learn.ts';
import type { DinkMessage } from './message.ts';
import { dinkMessageKinds } from './message-kinds.ts';
import { readDinkMessage } from './read-message.ts';
import { hasLoggedOut, translateDinkMessage } from './translate.ts';

interface DinkReport extends PluginReport {
  readonly message: DinkMessage;
}

const reports: ReportPath = { name: 'dink', url: '/api/dink/:token', kind: 'report' };

const config: GetPath = {
  name: 'dink_config',
  url: '/api/dink/:token/config',
  kind: 'get',
  answerTo: (head, _device, origin) => ({
    status: 200,
    outcome: 'accepted',
    body: dinkSettings(webhookOf(origin, tokenIn(head) ?? ''), head.query),
  }),
};

/** Dink's last retry is 14 s after its first attempt. */
const retriesEndAfterSeconds = 14;

/** Dink (plugin-protocols.md 2). */
export const dink: Plugin<DinkReport> = {
  source: 'dink',
  title: 'Dink',
  sends:
    'drops, deaths, levels, collection log, quests, diaries, combat tasks and pets; at logins skills and counters; no place, no gear',
  fills: [
    'skills',
    'drops',
    'collection log',
    'kill counts',
    'quests',
    'diaries',
    'combat achievements',
    'slayer',
    'pets',
  ],
  paths: [reports, config],
  intake: createUploadIntake(),
  pasted: dinkPastedSettings,
  messageKinds: dinkMessageKinds,
  afterRevoking:
    'Dink keeps the address and continues to send: remove it from Dynamic Config URL, Primary Webhook URLs and Custom Metadata Handler. Settings that Dink changed for the hub stay changed.',
  hasUnknownWorldTypes: true,
  canReportOtherCharacters: true,
  tokenOf: tokenIn,
  read: readDinkReport,
  translate: ({ message }, accountId, times) => translateDinkMessage(message, accountId, times),
  shownItems: ({ message }) => shownItemsOf(message),
  reword: rewordForDink,
};

function tokenIn({ params }: RequestHead): string | null {
  return params.token ?? null;
}

/** In `RuneLite/1.12.30-0123abc (Dink/1.14.2)`. */
function versionIn({ headers }: RequestHead): string | null {
  return /\(Dink\/([^\s)]+)\)/.exec(headers['user-agent'] ?? '')?.[1] ?? null;
}

async function readDinkReport({ head, body }: PluginRequest): Promise<DinkReport | BodyRefusal> {
  const read = await readKeptBody({ head, body }, 'The upload is damaged, or has no part payload_json.');
  return 'status' in read ? read : dinkReport(read, versionIn(head));
}

/**
 * The raw text has no hash of the account (plugin-protocols.md, rules for all). It is stored under
 * its account, so a replay needs no hash.
 */
function dinkReport(
  { text, json, isDamaged }: JsonBody,
  pluginVersion: string | null,
): DinkReport | BodyRefusal {
  const raw = storableEventText(text);
  const body = raw === text ? json : (JSON.parse(raw) as JsonBody['json']);
  const message = readDinkMessage(json, { body, text: raw }, isDamaged);
  if (message === null) return { ...ignored, bodyBytes: Buffer.byteLength(text) };
  const { player, sentAt, events, skipped } = message;
  const { accountHash, ...sent } = player;
  const identity = accountHash === null ? null : ({ source: 'dink_hash', externalId: accountHash } as const);
  return {
    raw,
    pluginVersion,
    sentAt: sentAt?.at ?? null,
    player: { identity, ...sent, nameCertainty: 'sure' },
    gameEventCount: events.length,
    hasSessionEnd: hasLoggedOut(message),
    ...(isPerhapsRetry(message) && { canBeOvertakenForMs: retriesEndAfterSeconds * 1_000 }),
    skipped,
    kinds: [message.type],
    message,
  };
}

/** A message without a time may be a retry from before a logout. */
function isPerhapsRetry({ type, sentAt }: DinkMessage): boolean {
  return sentAt === null && type !== 'LOGIN' && type !== 'LOGOUT';
}

/**
 * Dink retries after 2, 4 and 8 s unless the answer is a success, and ignores `Retry-After`. A
 * success ends useless retries.
 */
function rewordForDink(answer: Answer): Answer {
  const { outcome, retryAfter = 0 } = answer;
  const isRetryUseless =
    outcome === 'ignored' ||
    outcome === 'account_blocked' ||
    (outcome === 'rate_limited' && retryAfter > retriesEndAfterSeconds);
  return isRetryUseless ? { status: 204, outcome, body: null } : answer;
}
