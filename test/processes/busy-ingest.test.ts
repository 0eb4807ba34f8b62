import { expect, onTestFinished, test } from 'vitest';
import { readCurrent } from '../../projections/access/commands/append-and-wait.ts';
import { revokeDevice } from '../../projections/access/commands/devices/change-device.ts';
import { openFreePairingCode } from '../../projections/access/commands/devices/open-pairing-code.ts';
import { executeCommand } from '../../projections/access/commands/execute-command.ts';
import { addMember } from '../../projections/access/commands/members/add-member.ts';
import { connect, type HubConnection } from '../../services/cli/connection/connect.ts';
import { haFixture } from '../../services/ingest/plugins/ha-exporter/testing/ha-reports.ts';
import { readStandaloneSettings } from '../../services/standalone/settings.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { inTime } from '../support/deadline.ts';
import { serviceSettings, startService } from '../support/hub/services.ts';
import { freshDatabase } from '../support/postgres/database.ts';

test('a revoked device is refused at once while all connections for requests are taken', {
  tags: ['deadline'],
}, async () => {
  const { database, hub, url } = await openProcesses();
  const memberId = crypto.randomUUID();
  const input = { memberId, name: 'Quill', chatId: null, timeZone: 'UTC', actor: 'cli' } as const;
  await executeCommand(hub, addMember(await readCurrent(hub), input));
  const send = (endpoint: 'pair' | 'events', body: unknown, token = '') =>
    fetch(`${url}/api/osrs-data/${endpoint}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-osrs-exporter-version': '1.6.0',
        ...(token !== '' && { 'x-osrs-token': token }),
      },
      body: JSON.stringify(body),
    });
  const pair = async () => {
    const { code } = await openFreePairingCode(hub, memberId, 'cli');
    return (await (await send('pair', { code })).json()) as { token: string; device_id: string };
  };
  const [kept, lost] = [await pair(), await pair()];
  const statusOfLost = async () => (await send('events', {}, lost.token)).status;
  expect(await statusOfLost()).toBe(200);

  const release = await holdCounts(database);
  const waiting = [send('pair', { code: '00000' }), send('events', haFixture('ha-snapshot'), kept.token)];
  await expect.poll(() => waitingForLocks(database)).toBe(2);
  await executeCommand(hub, revokeDevice(await readCurrent(hub), { deviceId: lost.device_id, actor: 'cli' }));
  await expect.poll(statusOfLost).toBe(401);
  // The requests free their connections after 3 s; a busy machine may revoke the device later.
  expect(await waitingForLocks(database), inTime).toBe(2);
  await release();
  await Promise.all(waiting);
});

async function openProcesses() {
  const { database, url: databaseUrl } = await freshDatabase('hub');
  const settings = { ...(await serviceSettings()), DATABASE_URL: databaseUrl };
  await startService('projector', settings);
  const url = await startService('ingest', settings);
  const logger = createLogger({ name: 'test', level: 'silent' });
  const hub: HubConnection = await connect(readStandaloneSettings(settings), logger);
  onTestFinished(() => hub.close());
  return { database, hub, url };
}

/**
 * A request that counts pairings or first contacts waits for the lock, and keeps its connection.
 */
async function holdCounts(database: Database): Promise<() => Promise<void>> {
  const session = await database.connect();
  onTestFinished(() => session.end());
  await session.query(`begin; lock table hub.pairing_lock, hub.first_contact`);
  return async () => void (await session.query('rollback'));
}

async function waitingForLocks(database: Database): Promise<number> {
  const { waiting } = await database.one<{ waiting: number }>({
    text: `select count(*)::integer as waiting from pg_stat_activity
           where datname = current_database() and application_name = 'hub reading' and wait_event_type = 'Lock'`,
  });
  return waiting;
}
