import { registeredPlugins } from '../../ingest/plugins/registered.ts';

export type KnownPlugin = (typeof registeredPlugins)[number];

export type PastedChoice = NonNullable<PastedPlugin['choices']>[number];

/** A plugin whose token the hub creates and the player pastes. */
export interface PastedPlugin extends NonNullable<KnownPlugin['pasted']> {
  readonly source: string;
  readonly title: string;
  readonly firstReport: string;
}

export type PairingPlugins = ReturnType<typeof pairingPluginsOf>;

/** Undefined when this release does not know the plugin. @param source the name in the log */
export function findPlugin(source: string): KnownPlugin | undefined {
  return registeredPlugins.find((plugin) => plugin.source === source);
}

/** The name for players, or the name in the log when this release does not know the plugin. */
export function pluginTitle(source: string): string {
  return findPlugin(source)?.title ?? source;
}

/** The player's next step to the first report. */
export function firstReportOf({ firstReport }: Pick<KnownPlugin, 'firstReport'>): string {
  return firstReport ?? 'log in to the game with it';
}

export function pairingPluginsOf(plugins: readonly KnownPlugin[] = registeredPlugins) {
  return {
    /** Titles of plugins that take a pairing code. */
    byCode: plugins
      .filter(({ paths }) => paths.some(({ kind }) => kind === 'pairing'))
      .map(({ title }) => title),
    pasted: plugins.flatMap((plugin): PastedPlugin[] => {
      const { source, title, pasted } = plugin;
      return pasted ? [{ ...pasted, source, title, firstReport: firstReportOf(plugin) }] : [];
    }),
    /** The contents of reports in words, by the title of the plugin. */
    sends: Object.fromEntries(plugins.flatMap(({ title, sends }) => (sends ? [[title, sends]] : []))),
  };
}

/** Titles of the plugins that fill a part of an account's page, by `AccountPart`. */
export function partSendersOf(plugins: readonly KnownPlugin[] = registeredPlugins) {
  const senders: Record<string, string[]> = {};
  for (const { title, fills = [] } of plugins)
    for (const part of fills) senders[part] = [...(senders[part] ?? []), title];
  return senders;
}
