import type { Device } from '../../../projections/access/directory/directory.ts';
import type { Deadline } from '../http/deadline.ts';
import type { PluginReport } from '../plugin.ts';
import type { ReportTimes } from './clock-correction.ts';
import type { DeviceMemory } from './device-memory.ts';

/** A report on its way through ingest: what every step needs of it. */
export interface IncomingReport {
  /** The plugin, as the log names it. */
  readonly source: string;
  readonly device: Device;
  readonly report: PluginReport;
  readonly memory: DeviceMemory;
  readonly times: ReportTimes;
  readonly deadline: Deadline;
  /** Monotonic ms. */
  readonly now: number;
}
