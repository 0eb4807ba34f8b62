import type { Break } from '../break.ts';

export const ingestBreaks: readonly Break[] = [
  {
    id: 'ingest-device-of-former-member',
    file: 'services/ingest/http/authenticate-device.ts',
    replace: 'directory.members.get(device.memberId)?.active === true ? device : null',
    by: 'device',
    tests: ['services/ingest/http/authenticate-device.test.ts'],
    reason: 'a device of a member who left still reports',
  },
];
