import type { Device } from '../../../projections/access/directory/directory.ts';
import type { PluginRequest } from '../http/plugin-request.ts';
import type { JsonBody } from '../http/read-body.ts';
import type { Report } from '../plugins/ha-exporter/report.ts';
import type { ReportTimes } from './clock-correction.ts';
import type { DeviceMemory } from './device-memory.ts';

/** A report on its way through ingest: what every step needs of it. */
export interface IncomingReport {
  readonly device: Device;
  readonly request: PluginRequest;
  readonly body: JsonBody;
  readonly report: Report;
  readonly memory: DeviceMemory;
  readonly times: ReportTimes;
  /** Monotonic ms. */
  readonly now: number;
}
