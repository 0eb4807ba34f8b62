/** The limits of one member and of one device (decisions.md, Limits of what one member can do). */
export interface IngestLimits {
  /** Bytes of a device's decompressed bodies within an hour. */
  readonly deviceHourlyBytes: number;
  /** First contacts of accounts on a UTC day. */
  readonly memberNewAccountsPerDay: number;
  /** Accounts that a member owns or contributes to. */
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
