import { registeredPlugins } from '../../ingest/plugins/registered.ts';

type KnownPlugin = (typeof registeredPlugins)[number];

/** A plugin whose token the hub makes and the player pastes. */
export interface PastedPlugin extends NonNullable<KnownPlugin['pasted']> {
  readonly source: string;
  /** What players know it by. */
  readonly title: string;
}

/** How the plugins of players are paired, for whoever offers them a choice: the command line and the console. */
export interface PairingPlugins {
  /** Titles of those that fetch a token by a pairing code; any of them kind the same code. */
  readonly byCode: readonly string[];
  readonly pasted: readonly PastedPlugin[];
}

const titles = new Map(registeredPlugins.map(({ source, title }) => [source, title]));

/** What players know a plugin by; of one that this release does not know, its name in the log. */
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
