import type { Deadline } from './deadline.ts';

/** What of an HTTP request the plugin endpoints look at. */
export interface PluginRequest {
  readonly body: Buffer;
  /** `Content-Encoding`. */
  readonly encoding: string | undefined;
  /** `X-Osrs-Exporter-Version`, as sent. */
  readonly pluginVersion: string | null;
  readonly deadline: Deadline;
}
