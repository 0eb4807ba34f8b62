/** What one member and one device can do (decisions.md, Limits of what one member can do). */
export interface IngestLimits {
  /** Decompressed bodies of a device within an hour. */
  readonly deviceHourlyBytes: number;
}

const mb = 1_000_000;

export function ingestLimits(settings: { readonly DEVICE_HOURLY_MB: number }): IngestLimits {
  return { deviceHourlyBytes: settings.DEVICE_HOURLY_MB * mb };
}
