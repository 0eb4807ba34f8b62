import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyGame } from '../../game/known-game.ts';
import { discordFixture, readDiscord, translatedDiscord } from './testing/discord-messages.ts';

const player = 'Quillon Fen';

async function readingOf(name: string) {
  const report = await readDiscord(discordFixture(name));
  if ('status' in report) return report.outcome;
  const facts = await translatedDiscord(discordFixture(name));
  const { name: playerName, nameCertainty } = report.player;
  return {
    player: nameCertainty === 'sure' ? playerName : [playerName, nameCertainty],
    events: facts?.gameEvents.map(({ type, value_gp, item_id, skill, level, data }) => {
      const { data: content, shown } = JSON.parse(data);
      const details = Object.entries({ value_gp, item_id, skill, level }).filter(
        ([, value]) => value !== null,
      );
      return { type, ...Object.fromEntries(details), ...(shown === undefined ? { content } : { shown }) };
    }),
  };
}

const fang = { id: 12_922, name: 'Tanzanite fang', quantity: 1 };
const scales = { id: 12_934, name: "Zulrah's scales", quantity: 200 };
const pricedLoot = {
  source: 'Zulrah',
  totalValue: 2_360_100,
  highestValueItem: { id: 12_922, name: 'Tanzanite fang' },
  items: [
    { ...fang, value: 2_320_000 },
    { ...scales, value: 40_100 },
  ],
};

describe('loot', () => {
  it.each(['loot-logger', 'universal-loot'])('%s has items, icons, values and the source', async (name) => {
    expect(await readingOf(name)).toEqual({
      player,
      events: [{ type: 'loot', value_gp: 2_360_100, item_id: 12_922, content: pricedLoot }],
    });
  });

  it('without a name and values belongs to the account of the device', async () => {
    expect(await readingOf('loot-logger-unnamed')).toMatchObject({
      player: [null, 'unnamed'],
      events: [{ type: 'loot', item_id: 526, content: { source: 'Goblin', totalValue: null } }],
    });
  });

  it('of the rare drop notifier has the value of its field', async () => {
    expect(await readingOf('rare-drop')).toMatchObject({
      player,
      events: [
        {
          value_gp: 4_658_334,
          item_id: 12_922,
          content: { source: 'Zulrah', items: [{ ...fang, quantity: 2, value: 4_658_334 }] },
        },
      ],
    });
    expect(await readingOf('rare-drop-plain')).toMatchObject({
      player,
      events: [{ type: 'loot', content: { source: 'Barrows', items: [{ name: 'Dragonstone bolt tips' }] } }],
    });
  });

  it.each([
    ['better-loot-valuable', { value_gp: 2_329_167, content: { source: null } }],
    ['notifier-valuable', { value_gp: 2_329_167, content: { source: null } }],
    ['split-tracker-loot', { value_gp: 2_329_167, item_id: 12_922, content: { source: 'Zulrah' } }],
    ['better-loot-raid', { content: { source: 'Chambers of Xeric' } }],
  ])('%s is a drop of one item', async (name, event) => {
    expect(await readingOf(name)).toMatchObject({ player, events: [{ type: 'loot', ...event }] });
  });

  it('keeps a number in brackets as a part of the name', async () => {
    const facts = await translatedDiscord({
      content: `**${player}**:\n\n***Abyssal demon***:\n*1 x Black mask (10)*\n`,
    });
    expect(JSON.parse(facts?.gameEvents[0]?.data ?? '').data.items).toMatchObject([
      { name: 'Black mask (10)' },
    ]);
  });

  it('has the id of an item that the hub knows by name', async () => {
    const game = { ...emptyGame, idOfItem: (name: string) => (name === 'Tanzanite fang' ? 12_922 : null) };
    const facts = await translatedDiscord(discordFixture('better-loot-valuable'), game);
    expect(facts?.gameEvents).toMatchObject([{ item_id: 12_922 }]);
    const logged = await translatedDiscord(discordFixture('notifier-collection'), game);
    expect(logged?.gameEvents).toMatchObject([{ type: 'collection_log', item_id: 12_922 }]);
  });

  it('has no most valuable item while no prices are known', async () => {
    const body = { content: `**${player}**:\n***Zulrah***:\n*1 x Coal*\n*2 x Onyx*\n` };
    expect((await translatedDiscord(body))?.gameEvents).toMatchObject([{ item_id: null, value_gp: null }]);
    const prices: Readonly<Record<number, number>> = { 453: 150, 6573: 2_000_000 };
    const game = {
      ...emptyGame,
      idOfItem: (name: string) => ({ Coal: 453, Onyx: 6_573 })[name] ?? null,
      itemOf: (id: number) => ({ name: '', ge_price: prices[id] ?? 0, ha_price: 0 }),
    };
    expect((await translatedDiscord(body, game))?.gameEvents).toMatchObject([{ item_id: 6_573 }]);
  });

  it('has no value when its total is above the limit of an event', async () => {
    const content = '**Quillon Fen**:\n\n***Zulrah***:\n*1 x Coal* (600B)\n*1 x Onyx* (600B)\n';
    expect((await translatedDiscord({ content }))?.gameEvents).toMatchObject([{ value_gp: null }]);
  });
});

const levels = [
  { type: 'level_up', skill: 'Attack', level: 70 },
  { type: 'level_up', skill: 'Strength', level: 71 },
];

describe('other events', () => {
  it.each([
    ['universal-level', levels],
    ['notifier-level', levels],
    ['split-tracker-level', levels],
    ['level-notifications', [...levels, { type: 'level_up', skill: 'Magic', level: 75 }]],
    ['universal-death', [{ type: 'death' }]],
    ['notifier-death', [{ type: 'death' }]],
    ['death-notifications', [{ type: 'death' }]],
    ['universal-collection', [{ type: 'collection_log', content: { itemName: 'Tanzanite fang' } }]],
    ['better-loot-collection', [{ type: 'collection_log', content: { itemName: 'Tanzanite fang' } }]],
    ['collection-logger', [{ type: 'collection_log', content: { itemName: 'Tanzanite fang' } }]],
    ['notifier-collection', [{ type: 'collection_log', content: { itemName: 'Tanzanite fang' } }]],
    ['universal-pet', [{ type: 'PET', content: { duplicate: false } }]],
    ['better-loot-pet', [{ type: 'PET', content: { duplicate: false } }]],
    ['rare-drop-pet', [{ type: 'PET', content: { duplicate: false } }]],
    ['collection-logger-pet', [{ type: 'PET', content: { duplicate: true } }]],
  ])('%s', async (name, events) => {
    expect(await readingOf(name)).toMatchObject({ player, events });
  });

  it('have one id for each level', async () => {
    const facts = await translatedDiscord(discordFixture('notifier-level'));
    expect(new Set(facts?.gameEvents.map(({ event_id }) => event_id)).size).toBe(2);
  });
});

describe('a message of another kind', () => {
  const other = (title: string | null, text: string | null) => [{ type: 'discord', shown: { title, text } }];

  it.each([
    ['universal-quest', `${player} has completed a quest: Dragon Slayer I`],
    ['notifier-quest', `${player} has just completed: Dragon Slayer I`],
    ['screenshot', `Screenshot from ${player}`],
    [
      'group-bank',
      `${player} deposited 2 Coals to the Group Bank.\n${player} withdrew 100K Coins from the Group Bank.`,
    ],
  ])('%s is an event with its text', async (name, text) => {
    expect(await readingOf(name)).toEqual({ player, events: other(null, text) });
  });

  it('without a player belongs to the account of the device', async () => {
    expect(await readingOf('max-hit')).toEqual({
      player: [null, 'unnamed'],
      events: other('Got a Max Hit!', 'Max Hit!'),
    });
    expect(await readingOf('runelite-notification')).toEqual({
      player: [null, 'unnamed'],
      events: other(null, 'You are now idle!'),
    });
  });

  it('about a player who may be somebody else counts only for a known account', async () => {
    expect(await readingOf('raid-shamer')).toMatchObject({
      player: ['Bram Oak', 'mentioned'],
      events: [{ type: 'death' }],
    });
    const relayed = await readDiscord({ content: 'Bram Oak has completed a quest: Monkey Madness I' });
    expect(relayed).toMatchObject({ player: { name: 'Bram Oak', nameCertainty: 'mentioned' } });
    const decorated = await readDiscord({ embeds: [{ author: { name: 'Bram Oak' }, description: 'gz' }] });
    expect(decorated).toMatchObject({ player: { name: 'Bram Oak', nameCertainty: 'mentioned' } });
  });

  it.each(['recruitment', 'chat-logger-private', 'chat-logger-group'])(
    '%s holds words of other players and is ignored',
    async (name) => {
      expect(await readingOf(name)).toBe('ignored');
    },
  );

  it.each([
    { username: 'Bram Oak', content: 'hello' },
    { content: '[Fen Wardens] Bram Oak: hello' },
    { content: 'Bram Oak: hello' },
    { content: '**Bram Oak** : hello' },
    { content: 'To **Bram Oak** : hello' },
    {},
    { content: '', embeds: [{ image: { url: 'attachment://a.png' } }] },
    { content: '@everyone' },
  ])('%j is ignored', async (body) => {
    expect(await readDiscord(body)).toMatchObject({ outcome: 'ignored' });
  });
});

describe('the stored text', () => {
  it.each([
    { content: '<@1234> @everyone look, **Bram Oak** got [a drop](https://bram.example/me)' },
    {
      content:
        'gz <@<@1>2> @every@everyoneone @here <@&5> <#6> https://cdn.discordapp.com/attachments/1/a.png',
    },
    { content: 'a', avatar_url: 'https://a.example/bram.png', username: '' },
    { content: 'a', attachments: [{ id: 0, filename: 'bram.png' }], allowed_mentions: { users: ['1234'] } },
    {
      embeds: [
        {
          title: 'a <@1234>',
          url: 'https://bram.example/me',
          author: {
            name: 'A <@1234>',
            url: 'https://bram.example/me',
            icon_url: 'https://bram.example/i.png',
          },
          footer: { text: 'bram', icon_url: 'https://bram.example/i.png' },
          image: { url: 'https://bram.example/i.png' },
          fields: [{ name: 'by <@1234>', value: '[b](https://bram.example/me)' }],
        },
      ],
    },
  ])('of %j has no mention, link, avatar or attachment', async (body) => {
    const report = await readDiscord(body);
    if ('status' in report) throw new Error(report.outcome);
    const facts = await translatedDiscord(body);
    const kept = report.raw + JSON.stringify(facts);
    expect(kept).not.toMatch(/<@|<#|@everyone|@here|https?:|1234|bram\.example|avatar|attachment/);
  });

  it('gives the same message when it is read again', async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            '[',
            '](',
            ')',
            '<@1>',
            '@here',
            'https://a.b',
            '**',
            '\n',
            'Quillon Fen',
            ' leveled Attack to 7',
          ),
        )
        .map((parts) => parts.join('')),
    );
    const embed = fc.record(
      {
        author: fc.record({
          name: text,
          url: fc.constantFrom('https://wiseoldman.net/players/a', 'https://a.example'),
          icon_url: fc.constantFrom('https://oldschool.runescape.wiki/images/Leagues_chat_badge.png', 'x'),
        }),
        title: text,
        description: text,
        thumbnail: fc.record({
          url: fc.constantFrom('https://static.runelite.net/cache/item/icon/7.png', 'x'),
        }),
        fields: fc.array(fc.record({ name: text, value: text }), { maxLength: 2 }),
        timestamp: fc.constantFrom('2026-09-14T18:22:06.123456Z', 'yesterday', 7),
      },
      { requiredKeys: [] },
    );
    const body = fc.record(
      { content: text, username: text, embeds: fc.array(embed, { maxLength: 3 }) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const report = await readDiscord(sent);
        if ('status' in report) return;
        const again = await readDiscord(report.raw);
        if ('status' in again) throw new Error(`the stored text is ${again.outcome}`);
        expect({ ...again, skipped: null }).toEqual({ ...report, skipped: null });
      }),
      { numRuns: 300 },
    );
  });
});

describe('any message', () => {
  it('is read without an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.object({ key: fc.constantFrom('content', 'embeds', 'author', 'fields', 'name', 'url') }),
        async (body) => {
          await readDiscord(body);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['many mentions', { content: '<@'.repeat(1_000) }],
    ['a list that is no list', { embeds: { 0: {} }, content: 'a' }],
    ['a long word', { content: 'Quillon Fen has just completed: '.repeat(60) }],
    ['many embeds', { embeds: Array(2_000).fill({ description: 'a' }) }],
  ])('with %s costs little time', async (_, body) => {
    const began = performance.now();
    await readDiscord(body);
    expect(performance.now() - began).toBeLessThan(500);
  });
});

it('a badge tells the type of the account, and whether the player is another character', async () => {
  expect(await readDiscord(discordFixture('universal-level'))).toMatchObject({
    player: { accountType: 1, specialWorld: null },
  });
  expect(await readDiscord(discordFixture('universal-seasonal'))).toMatchObject({
    player: { accountType: null, specialWorld: true },
  });
});

it('a time in the message becomes the time of the event, and the event is dated', async () => {
  const body = { ...discordFixture('universal-death') };
  body.embeds[0].timestamp = '2026-09-14T18:21:30.5Z';
  const [event] = (await translatedDiscord(body))?.gameEvents ?? [];
  expect(event).toMatchObject({ occurred_at: Date.UTC(2026, 8, 14, 18, 21, 30, 500) });
  expect(event).not.toHaveProperty('undated');
  expect((await translatedDiscord(discordFixture('universal-death')))?.gameEvents[0]?.undated).toBe(true);
});
