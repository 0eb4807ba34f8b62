/** See rules/member-limits.md#limits-of-what-one-member-can-do. */
export interface IngestLimits {
  /** Bytes of decompressed bodies. */
  readonly deviceHourlyBytes: number;
  /** On a UTC day. */
  readonly memberNewAccountsPerDay: number;
  /** Accounts that the member owns or contributes to. */
  readonly memberAccountsMax: number;
}

const mb = 1_000_000;

export function ingestLimits(settings: {
  readonly DEVICE_HOURLY_MB: number;
  readonly MEMBER_NEW_ACCOUNTS_PER_DAY: number;
  readonly MEMBER_ACCOUNTS_MAX: number;
}): IngestLimits {
  return {
    deviceHourlyBytes: settings.DEVICE_HOURLY_MB * mb,
    memberNewAccountsPerDay: settings.MEMBER_NEW_ACCOUNTS_PER_DAY,
    memberAccountsMax: settings.MEMBER_ACCOUNTS_MAX,
  };
}
