import type { Plugin } from '../plugin.ts';
import { dink } from './dink/adapter.ts';
import { groupIronmen } from './group-ironmen/adapter.ts';
import { haExporter } from './ha-exporter/adapter.ts';
import { rseyeConnector } from './rseye/adapter.ts';

/** Every plugin that the hub takes reports from. */
export const registeredPlugins: readonly Plugin[] = [haExporter, dink, groupIronmen, rseyeConnector];
