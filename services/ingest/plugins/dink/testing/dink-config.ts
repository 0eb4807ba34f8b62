export type DinkConfig = Readonly<Record<string, string | number | boolean>>;

/** Does what Dink's `SettingsManager.shouldMerge` does for a player without an import policy. */
const isMerged = (key: string) => key === 'ignoredNames' || /Webhook$|^lootItem(Allow|Deny)list$/.test(key);

/** Does what Dink's `ConfigUtil.readDelimited` does. */
function linesOf(value: unknown): string[] {
  return String(value ?? '')
    .split(/[,;\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Does what Dink's `SettingsManager.handleImport` does. */
export function importedDinkConfig<Config extends DinkConfig>(
  config: Config,
  document: Readonly<Record<string, unknown>>,
): Config {
  const changed = Object.entries(document).map(([key, value]) => {
    if (!isMerged(key)) return [key, value];
    const lines = new Set(linesOf(config[key]));
    const added = linesOf(value).filter((line) => !lines.has(line));
    return [key, added.length === 0 ? (config[key] ?? '') : [...lines, ...added].join('\n')];
  });
  return { ...config, ...Object.fromEntries(changed) };
}

interface Occasion {
  readonly isSeasonal: boolean;
  /** In gp, the coins of the game. Used only for loot. */
  readonly lootValue: number;
}

interface SentMessage {
  readonly address: string;
  readonly hasImage: boolean;
  readonly hasEmbed: boolean;
  readonly footer: string;
}

/** Does what Dink's `BaseNotifier.createMessage` and `DiscordMessageHandler.createMessage` do. */
export function sentByDink(config: DinkConfig, notifier: string, occasion: Occasion): SentMessage[] {
  const { seasonalPolicy, leaguesWebhook } = config;
  if (config[`${notifier}Enabled`] !== true) return [];
  if (occasion.isSeasonal && seasonalPolicy === 'REJECT') return [];
  if (notifier === 'loot' && occasion.lootValue < Number(config.minLootValue ?? 0)) return [];
  const isForwarded =
    occasion.isSeasonal && seasonalPolicy === 'FORWARD_TO_LEAGUES' && linesOf(leaguesWebhook).length > 0;
  const override = isForwarded ? leaguesWebhook : config[`${notifier}Webhook`];
  const target = linesOf(override).length > 0 ? override : config.discordWebhook;
  return linesOf(target).map((address) => ({
    address,
    hasImage: config[`${notifier}SendImage`] === true,
    hasEmbed: config.discordRichEmbeds === true,
    footer: String(config.embedFooterText ?? ''),
  }));
}
