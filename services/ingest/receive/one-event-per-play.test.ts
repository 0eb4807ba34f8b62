import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventFeedProjection } from '../../../projections/event-feed/projection.ts';
import { createEventFeedQueries } from '../../../projections/event-feed/queries/event-feed-queries.ts';
import { servedAtOnceMs } from '../../../projections/event-feed/testing/open-test-feed.ts';
import { drain, liveGeneration } from '../../../shared/projection/testing/step-projector.ts';
import { campaign } from '../../../test/support/campaign.ts';
import { haFixture } from '../plugins/ha-exporter/testing/ha-reports.ts';
import { reportFixture } from '../testing/first-report.ts';
import { openTestIngest } from '../testing/open-test-ingest.ts';

const { runs, seed, label } = campaign(10);
const historiesPerTest = 3;

type Kind = 'loot' | 'pk' | 'untradeable' | 'death' | 'level' | 'entry' | 'superior' | 'task' | 'clue';

/** Something that happens to a player, and how the plugins report it. */
interface Play {
  readonly kind: Kind;
  /** Seconds since the play before. */
  readonly after: number;
  readonly plugins: 'ha' | 'dink' | 'both';
  /** Ms that the message of each plugin takes. */
  readonly haDelay: number;
  readonly dinkDelay: number;
  /** The price in Dink's message, divided by the price in HA Exporter's message. */
  readonly drift: number;
  /** Whether Dink leaves out cheap items. */
  readonly isFiltered: boolean;
}

const play: fc.Arbitrary<Play> = fc.record({
  kind: fc.constantFrom<Kind>(
    'loot',
    'pk',
    'untradeable',
    'death',
    'level',
    'entry',
    'superior',
    'task',
    'clue',
  ),
  after: fc.integer({ min: 20, max: 60 }),
  plugins: fc.constantFrom('ha', 'dink', 'both', 'both', 'both'),
  haDelay: fc.integer({ min: 0, max: 2_000 }),
  dinkDelay: fc.integer({ min: 0, max: 2_000 }),
  drift: fc.constantFrom(0.9, 1, 1.07),
  isFiltered: fc.boolean(),
});

interface Message {
  readonly at: number;
  readonly madeAt: number;
  readonly by: 'ha' | 'dink';
  readonly type: string;
  readonly data: unknown;
}

const whip = { id: 4_151, name: 'Abyssal whip', quantity: 1 };
const ashes = { id: 592, name: 'Ashes', quantity: 1 };
const scroll = { id: 2_722, name: 'Clue scroll (hard)', quantity: 1 };
const [whipPrice, ashesPrice] = [1_500_000, 12];

/** Taken from the source code of each plugin. */
function contentOf({ kind, drift, isFiltered }: Play, number: number) {
  const price = Math.round(whipPrice * drift);
  const haItems = [whip, ashes].map((item, at) => ({ ...item, gePrice: at === 0 ? whipPrice : ashesPrice }));
  const dinkItems = [{ ...whip, priceEach: price }, ...(isFiltered ? [] : [{ ...ashes, priceEach: 9 }])];
  const haLoot = (type: string, source: string) => ({
    items: haItems,
    highestValueItem: haItems[0],
    totalValue: whipPrice + ashesPrice,
    source: { text: source },
    type,
  });
  const dinkLoot = (category: string, source: string) => ({ items: dinkItems, source, category });
  const task = `Task ${number}`;
  const ofKind: Record<Kind, { ha: [string, unknown]; dink: (readonly [string, unknown])[] }> = {
    loot: {
      ha: ['loot', haLoot('NPC', 'Abyssal demon')],
      dink: [['LOOT', dinkLoot('NPC', 'Abyssal demon')]],
    },
    pk: { ha: ['pkLoot', haLoot('PLAYER', 'Sable')], dink: [['LOOT', dinkLoot('PLAYER', 'Sable')]] },
    untradeable: {
      ha: ['loot', { ...haLoot('NPC', 'Hellhound'), items: [{ ...scroll, gePrice: 0 }], totalValue: 0 }],
      dink: [['LOOT', { items: [{ ...scroll, priceEach: 1 }], source: 'Hellhound', category: 'NPC' }]],
    },
    death: {
      ha: ['death', { valueLost: 340_000, killerName: 'Vorkath', keptItems: [], lostItems: [] }],
      dink: [
        [
          'DEATH',
          { valueLost: price, isPvp: false, keptItems: [], lostItems: [{ ...whip, priceEach: price }] },
        ],
      ],
    },
    level: {
      ha: ['levelUp', [{ skill: 'Agility', level: 10 + number }]],
      dink: [['LEVEL', { levelledSkills: { Agility: 10 + number }, allSkills: {} }]],
    },
    entry: {
      ha: ['collectionLog', { itemName: `Item ${number}`, itemId: number % 2 === 0 ? -1 : number, value: 5 }],
      dink: [['COLLECTION', { itemName: `Item ${number}`, itemId: number, price }]],
    },
    superior: {
      ha: ['superiorSpawn', { name: 'Greater abyssal demon', npcId: 7_410 }],
      dink: [['CHAT', { type: 'GAMEMESSAGE', message: 'A superior foe has appeared...' }]],
    },
    task: {
      ha: ['combatTask', { taskName: ` ${task} (4 points).`, tier: 'elite' }],
      dink: [['COMBAT_ACHIEVEMENT', { tier: 'ELITE', task, taskPoints: 4 }]],
    },
    clue: {
      ha: ['loot', haLoot('EVENT', 'Clue Scroll (Elite)')],
      dink: [
        ['CLUE', { clueType: 'elite', numberCompleted: 77, items: dinkItems }],
        ['LOOT', dinkLoot('EVENT', 'Clue Scroll (Elite)')],
      ],
    },
  };
  return ofKind[kind];
}

function messagesOf(plays: readonly Play[], start: number): Message[] {
  let happened = start;
  const messages: Message[] = [];
  for (const [number, each] of plays.entries()) {
    happened += each.after * 1_000;
    const { ha, dink } = contentOf(each, number);
    const madeAt = happened;
    if (each.plugins !== 'dink') {
      messages.push({ at: happened + each.haDelay, madeAt, by: 'ha', type: ha[0], data: ha[1] });
    }
    if (each.plugins === 'ha') continue;
    for (const [type, data] of dink) {
      messages.push({ at: happened + each.dinkDelay, madeAt, by: 'dink', type, data });
    }
  }
  return messages.toSorted((one, other) => one.at - other.at);
}

test.each(Array.from({ length: runs }, (_, round) => seed + round))(
  `each play is one event for any plugins, with delays up to 2 s, wrong clocks, other prices and filters: %i (${label})`,
  async (roundSeed) => {
    const plays = fc.array(play, { minLength: 5, maxLength: 25, size: 'max' });
    const clockError = fc.constantFrom(0, -3_600_000, 45_000);
    const property = fc.asyncProperty(plays, clockError, async (happening, error) => {
      const ingest = await openTestIngest();
      const member = await ingest.addMember('Quill');
      const [haToken, dinkToken] = [await ingest.pair(member), await ingest.pair(member)];
      const app = ingest.openIngest();
      const generation = await liveGeneration(ingest.database, eventFeedProjection);
      const post = async (url: string, headers: Record<string, string>, body: object) => {
        const type = { 'content-type': 'application/json' };
        const payload = JSON.stringify(body);
        const answer = await app.inject({ method: 'POST', url, headers: { ...type, ...headers }, payload });
        expect(answer.statusCode).toBe(200);
      };
      const haBody = (events: object[], timestamp: number) => {
        const body = haFixture('ha-snapshot');
        delete body.player.locationTrail;
        return { ...body, events, timestamp };
      };
      const ha = { 'x-osrs-token': haToken, 'x-osrs-exporter-version': '1.6.1' };
      const dinkBody = JSON.parse(reportFixture('dink-quest'));
      const dinkMessage = (type: string, extra: unknown, madeAt: number) => ({
        ...dinkBody,
        type,
        extra,
        embeds: [{ timestamp: new Date(madeAt).toISOString() }],
      });
      // Both devices show how far off the clock of the PC is.
      await post('/api/osrs-data/events', ha, haBody([], ingest.now + error));
      await post(`/api/dink/${dinkToken}`, {}, dinkMessage('LOGIN', {}, ingest.now + error));
      for (const { at, madeAt, by, type, data } of messagesOf(happening, ingest.now)) {
        ingest.now = at;
        const timestamp = madeAt + error;
        if (by === 'ha') {
          const event = { type, data, eventId: randomUUID(), timestamp };
          await post('/api/osrs-data/events', ha, haBody([event], timestamp));
        } else {
          await post(`/api/dink/${dinkToken}`, {}, dinkMessage(type, data, timestamp));
        }
      }
      await drain(ingest.database, ingest.journal, generation);
      const queries = createEventFeedQueries({
        database: ingest.database,
        settleMs: servedAtOnceMs,
        generations: { schemaOf: () => generation.schema },
      });
      const { events } = await queries.after(0, { accountIds: null, types: null, minValue: null }, 500);
      const types: Record<Kind, string> = {
        loot: 'loot',
        pk: 'pk_loot',
        untradeable: 'loot',
        death: 'death',
        level: 'level_up',
        entry: 'collection_log',
        superior: 'superior_spawn',
        task: 'combat_task',
        clue: 'loot',
      };
      const inOrder = events.toSorted((one, other) => one.occurred_at - other.occurred_at);
      expect(inOrder.map(({ type }) => type)).toEqual(happening.map(({ kind }) => types[kind]));
    });
    await fc.assert(property, { numRuns: historiesPerTest, seed: roundSeed });
  },
);
