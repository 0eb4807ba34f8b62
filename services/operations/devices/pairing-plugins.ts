import { registeredPlugins } from '../../ingest/plugins/registered.ts';

type KnownPlugin = (typeof registeredPlugins)[number];

export type PastedChoice = NonNullable<PastedPlugin['choices']>[number];

/** A plugin whose token the hub creates and the player pastes. */
export interface PastedPlugin extends NonNullable<KnownPlugin['pasted']> {
  readonly source: string;
  /** The plugin's name as players know it. */
  readonly title: string;
}

/** The ways to pair each plugin, for the command line and the console. */
export interface PairingPlugins {
  /**
   * Titles of plugins that fetch a token with a pairing code; every such plugin takes the same
   * code.
   */
  readonly byCode: readonly string[];
  readonly pasted: readonly PastedPlugin[];
}

const titles = new Map(registeredPlugins.map(({ source, title }) => [source, title]));

/**
 * The plugin's name as players know it, or its name in the log when this release does not know it.
 */
export function pluginTitle(source: string): string {
  return titles.get(source) ?? source;
}

export function pairingPluginsOf(plugins: readonly KnownPlugin[] = registeredPlugins): PairingPlugins {
  return {
    byCode: plugins
      .filter(({ paths }) => paths.some(({ kind }) => kind === 'pairing'))
      .map(({ title }) => title),
    pasted: plugins.flatMap(({ source, title, pasted }) => (pasted ? [{ ...pasted, source, title }] : [])),
  };
}
