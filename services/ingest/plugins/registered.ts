import type { Plugin } from '../plugin-adapter.ts';
import { dink } from './dink/adapter.ts';
import { discordNotifiers } from './discord-notifiers/adapter.ts';
import { groupIronmen } from './group-ironmen/adapter.ts';
import { haExporter } from './ha-exporter/adapter.ts';
import { rseyeConnector } from './rseye/adapter.ts';

export const registeredPlugins: readonly Plugin[] = [
  haExporter,
  dink,
  groupIronmen,
  rseyeConnector,
  discordNotifiers,
];
