import type { Device } from '../../../projections/access/model/entities.ts';
import type { ReportTimes } from '../facts/correct-times.ts';
import type { Deadline } from '../http/deadline.ts';
import type { Plugin, PluginReport } from '../plugin-adapter.ts';
import type { DeviceMemory, PlayerMemory } from './device-memory.ts';

export interface IncomingReport {
  readonly plugin: Plugin;
  readonly device: Device;
  readonly report: PluginReport;
  readonly memory: DeviceMemory;
  /** Reports without a player share a memory. */
  readonly playerMemory: PlayerMemory;
  readonly times: ReportTimes;
  readonly deadline: Deadline;
  /** Monotonic ms. */
  readonly now: number;
}
