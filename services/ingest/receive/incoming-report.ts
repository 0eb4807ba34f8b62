import type { Device } from '../../../projections/access/model/entities.ts';
import type { ReportTimes } from '../facts/correct-times.ts';
import type { Deadline } from '../http/deadline.ts';
import type { Plugin, PluginReport } from '../plugin-adapter.ts';
import type { DeviceMemory, PlayerMemory } from './device-memory.ts';

/** A report on its way to the log, with everything that its steps need. */
export interface IncomingReport {
  readonly plugin: Plugin;
  readonly device: Device;
  readonly report: PluginReport;
  readonly memory: DeviceMemory;
  /** The memory of the reported player, or of reports without a player. */
  readonly playerMemory: PlayerMemory;
  readonly times: ReportTimes;
  readonly deadline: Deadline;
  /** Monotonic ms. */
  readonly now: number;
}
