import { createEarliestTimer } from '../../../shared/async/earliest-timer.ts';
import { countKey, deviceContactKey } from '../../../shared/count-key.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/domain/durations.ts';
import { storableText } from '../../../shared/domain/text.ts';
import { type AddressedRequest, clientAddress } from '../../../shared/http/client-address.ts';
import { createFailureNotes } from '../../../shared/observability/failure-notes.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Plugin, PluginPath, RequestHead } from '../plugin-adapter.ts';
import type { Answer, AnswerOutcome } from './answer.ts';
import { type ContactSigns, createNewSignFilter, createUnknownSkills } from './new-signs.ts';
import { deleteOldContacts, type SeenRow, type UnwrittenContacts, writeContacts } from './write-contacts.ts';

interface Contact {
  readonly deviceId: string;
  readonly plugin: Plugin;
  readonly path: PluginPath;
  readonly head: RequestHead;
  readonly request: AddressedRequest;
  /** Before `reword`. */
  readonly answer: Answer;
}

/** Records what became of the requests of each device. */
export interface DeviceContacts {
  /** The request does not wait. */
  note(contact: Contact): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

/** Contacts of further devices are dropped. */
const devicesMax = 10_000;
const versionLengthMax = 32;
/** After the last contact of a device. */
const keptMs = 90 * dayMs;
/** For a new kind of message or refusal, so that lists show it soon. */
const newsWithinMs = 1_000;
/** Other messages only change counts and times, and clients send every second. */
const restWithinMs = 5 * minuteMs;
const loopback = /^(?:::1|(?:::ffff:)?127\..*)$/;
/** Messages that no adapter lists. */
const otherMessages = 'other';

const outcomesWithoutVerdict: ReadonlySet<AnswerOutcome> = new Set([
  'rate_limited',
  'disk_full',
  'unavailable',
  'decommissioned',
  'unknown_device',
]);

type Mutable<Row> = { -readonly [Field in keyof Row]: Row[Field] };

interface Unwritten {
  readonly row: Mutable<SeenRow>;
  readonly messages: Map<string, { count: number; at: number }>;
}

export function createDeviceContacts(
  deps: Pick<IngestDeps, 'clock' | 'database' | 'hubSecret' | 'trustProxyHops' | 'logger' | 'metrics'>,
): DeviceContacts {
  const { clock, database } = deps;
  const describe = createDescriber(deps);
  const news = createNewSignFilter(devicesMax);
  const unwritten = new Map<string, Unwritten>();
  const unknownSkills = createUnknownSkills();
  const hours = new Map<number, { reports: number; refused: number }>();
  const noteFailure = createFailureNotes(deps, ['device-contacts', 'old-device-contacts']);
  const timer = createEarliestTimer(() => void flush());
  let cleanedAt = Number.NEGATIVE_INFINITY;

  async function flush(): Promise<void> {
    const contacts: UnwrittenContacts = {
      seen: [...unwritten.values()].map(({ row }) => row),
      messages: [...unwritten.values()].flatMap(({ row: { device }, messages }) =>
        [...messages].map(([kind, { count, at }]) => ({ device, kind, messages: count, at })),
      ),
      unknownSkills: unknownSkills.take(),
      hours: [...hours].map(([hour, counts]) => ({ hour, ...counts })),
    };
    const devices = [...unwritten.keys()];
    unwritten.clear();
    hours.clear();
    // Counts are lost while the database is away. The next contact of each device is written soon.
    await writeContacts(database, contacts).catch((error) => {
      noteFailure('device-contacts', error);
      news.forget(devices);
    });
    if (clock() - cleanedAt < hourMs) return;
    cleanedAt = clock();
    await deleteOldContacts(database, clock() - keptMs).catch((error) =>
      noteFailure('old-device-contacts', error),
    );
  }

  return {
    note: (contact) => {
      const { deviceId, plugin, path, answer } = contact;
      if (path.kind === 'report') countReport(hours, answer.outcome, clock());
      const known = unwritten.get(deviceId);
      if (known === undefined && unwritten.size >= devicesMax) return;
      const noted = known ?? { row: { ...describe(contact) }, messages: new Map() };
      unwritten.set(deviceId, noted);
      const kinds = kindsOf(contact);
      const at = clock();
      addContact(noted, contact, kinds, at);
      const hasNewSkill = unknownSkills.add(plugin.source, answer.message?.unknownSkillPlaces ?? [], at);
      const hasNews = news.isNews(deviceId, signsOf(contact, noted.row, kinds)) || hasNewSkill;
      timer.runWithin(hasNews ? newsWithinMs : restWithinMs);
    },
    close: async () => {
      timer.stop();
      await flush();
    },
  };
}

function countReport(
  hours: Map<number, { reports: number; refused: number }>,
  outcome: AnswerOutcome,
  at: number,
): void {
  const hour = at - (at % hourMs);
  const { reports, refused } = hours.get(hour) ?? { reports: 0, refused: 0 };
  hours.set(hour, { reports: reports + 1, refused: refused + Number(isRefusal(outcome)) });
}

function createDescriber({
  hubSecret,
  trustProxyHops,
  clock,
}: Pick<IngestDeps, 'clock' | 'hubSecret' | 'trustProxyHops'>): (contact: Contact) => SeenRow {
  return ({ deviceId, plugin, request }) => {
    const forwarded = request.headers['x-forwarded-for'];
    return {
      device: deviceContactKey(hubSecret, deviceId),
      plugin: plugin.source,
      version: null,
      client: countKey(hubSecret, 'client', clientAddress(request, trustProxyHops)),
      from_here: loopback.test(request.socket.remoteAddress ?? ''),
      forwarded: forwarded === undefined ? 0 : String(forwarded).split(',').length,
      at: clock(),
      used_at: null,
      unused: 0,
      refused_at: null,
      refusal: null,
    };
  };
}

function addContact(
  { row, messages }: Unwritten,
  { plugin, path, head, answer }: Contact,
  kinds: readonly string[],
  at: number,
): void {
  const { outcome, message } = answer;
  const version = message?.pluginVersion ?? plugin.version?.of(head) ?? null;
  if (version !== null) row.version = storableText(version, versionLengthMax);
  row.at = at;
  if (message?.isUsed === true) {
    row.used_at = at;
    row.unused = 0;
  } else if (path.kind === 'report' && !outcomesWithoutVerdict.has(outcome)) {
    row.unused += 1;
  }
  if (isRefusal(outcome)) {
    row.refused_at = at;
    row.refusal = outcome;
  }
  for (const kind of kinds) {
    const counted = messages.get(kind) ?? { count: 0, at };
    messages.set(kind, { count: counted.count + 1, at });
  }
}

/** `other` for a kind that the plugin does not list, because a kind may come from a payload. */
function kindsOf({ plugin: { messageKinds = [] }, path, answer: { outcome, message } }: Contact): string[] {
  // A message that its adapter ignores on purpose counts as `other`.
  if (message === undefined) return path.kind === 'report' && outcome === 'ignored' ? [otherMessages] : [];
  const listed = message.kinds.filter((kind) => messageKinds.some((each) => each.kind === kind));
  return [...new Set(listed.length > 0 ? listed : [otherMessages])];
}

function isRefusal(outcome: AnswerOutcome): boolean {
  return outcome !== 'accepted' && outcome !== 'ignored';
}

function signsOf(
  { answer: { outcome, message } }: Contact,
  { version }: SeenRow,
  kinds: readonly string[],
): ContactSigns {
  const used = `used ${message?.isUsed === true}`;
  return { version, signs: [used, ...kinds, ...(isRefusal(outcome) ? [`refused ${outcome}`] : [])] };
}
