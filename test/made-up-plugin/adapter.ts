import { eventIdOf } from '../../services/ingest/facts/event-id.ts';
import { emptyFacts } from '../../services/ingest/facts/facts.ts';
import { malformed } from '../../services/ingest/http/answer.ts';
import type { Plugin, PluginReport } from '../../services/ingest/plugin-adapter.ts';
import { boundedEventData } from '../../services/ingest/reading/bound-event-data.ts';
import { integerWithinOrNull } from '../../shared/domain/integers.ts';
import { nameLengthMax, storableText, textLengthMax } from '../../shared/domain/text.ts';
import { storableEventText } from '../../shared/events/event-text.ts';
import { detailsOf } from '../../shared/events/types/game-event-recorded.ts';

interface WayfarerReport extends PluginReport {
  readonly place: { readonly x: number; readonly y: number; readonly plane: number } | null;
  readonly drops: readonly Drop[];
}

interface Drop {
  readonly number: string;
  readonly item: number;
  readonly value: number;
  /** `{type, data}` as JSON text, without fields that must never be stored. */
  readonly data: string;
}

/**
 * A plugin that nobody runs. Its token is in the path, its reports are lines of words, and its
 * answers are words, not JSON.
 */
export const wayfarer: Plugin<WayfarerReport> = {
  source: 'wayfarer',
  title: 'Wayfarer',
  paths: [
    {
      name: 'wayfarer_pair',
      url: '/api/wayfarer/pair',
      kind: 'pairing',
      readPairing: async ({ body }) => ({
        code: new URLSearchParams(body.toString()).get('code'),
        deviceName: 'Wayfarer',
      }),
      granted: ({ token }) => ({ status: 201, outcome: 'accepted', body: token }),
    },
    { name: 'wayfarer_walk', url: '/api/wayfarer/:token/walk', kind: 'report' },
  ],
  tokenOf: ({ params }) => params.token ?? null,
  read: async ({ body }) => {
    const sent = body.toString();
    const lines = sent.split('\n').map((line) => line.split(' '));
    const wordsOf = (kind: string) => lines.filter(([first]) => first === kind).map(([, ...words]) => words);
    const [name] = wordsOf('player');
    if (name === undefined) return malformed('A report begins with the name of its player.');
    const [x, y, plane] = (wordsOf('at')[0] ?? []).map((word) =>
      integerWithinOrNull(Number(word), 0, 16_383),
    );
    const drops = wordsOf('drop').map(([number = '', item, value, ...more]) => ({
      number: storableText(number, nameLengthMax),
      item: integerWithinOrNull(Number(item), 0, 65_535) ?? 0,
      value: integerWithinOrNull(Number(value), 0, 1_000_000_000) ?? 0,
      data: dataOf(number, more),
    }));
    return {
      raw: withoutPersonalFields(sent),
      pluginVersion: null,
      sentAt: null,
      player: {
        identity: null,
        name: storableText(name.join(' '), nameLengthMax),
        nameCertainty: 'sure',
        accountType: null,
        world: null,
        specialWorld: false,
      },
      gameEventCount: drops.length,
      hasSessionEnd: false,
      skipped: new Map(),
      place: x == null || y == null || plane == null ? null : { x, y, plane },
      drops,
    };
  },
  translate: ({ place, drops }, accountId, { at }) => ({
    ...emptyFacts(at),
    parts: { location: place === null ? null : { ...place, is_on_boat: null } },
    trail: place === null ? [] : [{ at, ...place, world: null, is_on_boat: null }],
    gameEvents: drops.map(({ number, item, value, data }) => ({
      ...detailsOf({ item_id: item, value_gp: value }),
      event_id: eventIdOf([accountId, number]),
      type: 'loot',
      occurred_at: at,
      special_world: false,
      data,
    })),
  }),
  reword: (answer) => ({ ...answer, body: answer.status < 300 ? answer.body : answer.outcome }),
};

/** @param more words like `source=Zulrah` */
function dataOf(number: string, more: readonly string[]): string {
  const fields = [`number=${number}`, ...more].map((word) => {
    const [name = '', ...value] = word.split('=');
    return [storableText(name, nameLengthMax), storableText(value.join('='), textLengthMax)];
  });
  const event = { type: 'drop', data: Object.fromEntries(fields) };
  const text = storableEventText(JSON.stringify(event));
  return boundedEventData(text, { type: event.type, eventId: number, timestamp: null });
}

/** Removes fields that name a person from the body, which the hub keeps for some days. */
function withoutPersonalFields(sent: string): string {
  return sent.replaceAll(/ (accountHash|discordUser)=\S*/g, '');
}
