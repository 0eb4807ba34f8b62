// Posts drops and level-ups of the guild to a channel of Discord, each once.
// docs/recipes/discord.md has the settings.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { openClient } from 'guild-account-hub-client';

const {
  HUB_URL,
  HUB_KEY,
  DISCORD_TOKEN,
  CHANNEL_ID,
  MIN_VALUE = '1000000',
  STATE_FILE = 'discord-bot.json',
  DISCORD_API = 'https://discord.com/api/v10',
} = process.env;
for (const name of ['HUB_URL', 'HUB_KEY', 'DISCORD_TOKEN', 'CHANNEL_ID']) {
  if (!process.env[name]) throw new Error(`${name} is not set: see docs/recipes/discord.md`);
}
// Discord would answer 400, as it does to a message that it refuses.
if (!/^\d+$/.test(CHANNEL_ID)) throw new Error('CHANNEL_ID must be a number: copy the id of the channel');

/**
 * `cursor` is the place in the feed. `posted` are the ids of later events that are in the channel.
 * `trying` is the event of the last request to Discord. After a stop of the bot, nobody knows
 * whether the event is in the channel.
 */
const empty = { cursor: undefined, posted: [], trying: null };
const state = { ...empty, ...JSON.parse(await readFile(STATE_FILE, 'utf8').catch(orEmpty)) };

function orEmpty(error) {
  if (error.code === 'ENOENT') return '{}';
  throw error;
}

/** A stop leaves the old file or the new file, and no half of either. */
async function save(changes) {
  Object.assign(state, changes);
  await writeFile(`${STATE_FILE}.new`, JSON.stringify(state));
  await rename(`${STATE_FILE}.new`, STATE_FILE);
}

class Refused extends Error {}

/**
 * @returns the answer; null when it is unknown whether Discord did what was asked
 * @throws Refused for a 400, which is about this message only; another error for every message
 */
async function askDiscord(method, path, body) {
  const headers = {
    authorization: `Bot ${DISCORD_TOKEN}`,
    'content-type': 'application/json',
    'user-agent': 'DiscordBot (guild-account-hub, 1)',
  };
  const asked = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  for (;;) {
    const signal = AbortSignal.timeout(20_000);
    const answer = await fetch(`${DISCORD_API}${path}`, { ...asked, signal }).catch(() => null);
    if (answer === null || answer.status >= 500) return null;
    const content = await answer.json().catch(() => null);
    if (answer.ok) return content;
    const reason = `Discord answered ${answer.status}: ${content?.message}`;
    if (answer.status === 400) throw new Refused(reason);
    if (answer.status !== 429) throw new Error(reason);
    await pause(Math.min(content?.retry_after ?? 1, 300) * 1000);
  }
}

const channel = `/channels/${CHANNEL_ID}/messages`;
/** Discord's ids begin with the time. A minute is for clocks that differ. */
const idAt = (ms) => String(BigInt(Math.max(0, ms - 60_000 - 1_420_070_400_000)) << 22n);

/** @returns whether the event is in the channel; null when Discord does not say */
async function isInChannel({ id, at }) {
  const messages = await askDiscord('GET', `${channel}?limit=100&after=${idAt(at)}`);
  const isOf = ({ embeds }) => embeds.some(({ footer }) => footer?.text === id);
  return messages === null ? null : messages.some(isOf);
}

const plain = (text) => text.replaceAll(/[\\*_~`|<>#@:[\]]/g, '\\$&');
const colors = { level_up: 0x3b82f6, loot: 0xf59e0b, pk_loot: 0xdc2626 };

function messageOf({ id, type, title, line, occurred_at }) {
  const texts = { title: plain(title).slice(0, 256), description: plain(line), footer: { text: id } };
  return {
    embeds: [{ ...texts, color: colors[type], timestamp: occurred_at }],
    // A player may be called @everyone.
    allowed_mentions: { parse: [] },
    // Discord answers with the first message when the same nonce comes again within some minutes.
    nonce: BigInt(`0x${id.replaceAll('-', '')}`).toString(36),
    enforce_nonce: true,
  };
}

/** A message that Discord refuses, for example for a blocked word, must not end the bot. */
function tryToPost(event) {
  return askDiscord('POST', channel, messageOf(event)).catch((error) => {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`skipped event ${event.id}: ${error.message}\n`);
    return {};
  });
}

/** Posts until Discord has the message. Before a second try it looks into the channel. */
async function post(event) {
  const { id } = event;
  for (let tries = 0; ; tries += 1) {
    const isThere = state.trying?.id === id ? await isInChannel(state.trying) : false;
    if (isThere) break;
    if (isThere === false) {
      await save({ trying: { id, at: Date.now() } });
      if ((await tryToPost(event)) !== null) break;
    }
    await pause(Math.min(60_000, 500 * 2 ** Math.min(tries, 7)));
  }
  state.posted.push(id);
  state.trying = null;
}

const isWanted = ({ id, type, value_gp }) =>
  !state.posted.includes(id) && (type === 'level_up' || value_gp >= Number(MIN_VALUE));

await openClient({ baseUrl: `${HUB_URL}/api/v1`, key: HUB_KEY }).followEvents({
  cursor: state.cursor,
  filter: { types: ['loot', 'pk_loot', 'level_up'] },
  onEvents: async (events) => {
    for (const event of events.filter(isWanted)) await post(event);
  },
  onCursor: (cursor) => save({ cursor, posted: [], trying: null }),
  onStatus: ({ state: reached, message }) => {
    if (reached === 'away') process.stderr.write(`the hub is away: ${message}\n`);
  },
});
