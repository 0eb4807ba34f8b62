import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { uuidOfHex } from '../../../shared/domain/uuid.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { tablesThatHold } from '../postgres/stored-text.ts';
import { patient } from '../runner/patience.ts';
import type { HubClient } from './hub-client.ts';

export interface WholePlayer {
  readonly name: string;
  readonly accountHash: string;
}

const reports = ['ha-snapshot', 'ha-loot', 'ha-level-up', 'ha-death'];

/** @throws when a report is refused */
export async function reportEverything(
  client: Pick<HubClient, 'report'>,
  token: string,
  player: WholePlayer,
): Promise<void> {
  for (const name of reports) {
    const text = await readFile(new URL(`../../fixtures/reports/${name}.json`, import.meta.url), 'utf8');
    const report = JSON.parse(text);
    const events = report.events?.map((event: object, index: number) => ({
      ...event,
      eventId: eventIdOf(`${name} ${index} ${player.accountHash}`),
    }));
    const body = { ...report, player: { ...report.player, ...player }, ...(events && { events }) };
    const { status } = await client.report(token, body);
    if (status !== 200) throw new Error(`${name} was answered ${status}`);
  }
}

/** Equal texts give equal ids, so a player who reports again sends the same events. */
function eventIdOf(text: string): string {
  return uuidOfHex(createHash('sha256').update(text).digest('hex'));
}

/** Leaves out the tables that keep who was erased, and who erased them. */
export async function tablesOfAccount(database: Database, accountId: string): Promise<string[]> {
  const holding = await tablesThatHold(database, [accountId]);
  return holding.filter((table) => !/^(log|projection)\.|\.erased$|^audit_log_g\d+\.entry$/.test(table));
}

/** Only a limit: waits end as soon as the account is gone. */
const goneWithinMs = 20_000;

/** @returns the time of the poll that found nothing, epoch ms */
export async function untilGone(database: Database, id: string): Promise<number> {
  let holding: readonly string[] = [];
  for (const until = Date.now() + patient(goneWithinMs); Date.now() < until; await delay(20)) {
    const askedAt = Date.now();
    holding = await tablesOfAccount(database, id);
    if (holding.length === 0) return askedAt;
  }
  throw new Error(`the account is still in ${holding.join(', ')}`);
}
