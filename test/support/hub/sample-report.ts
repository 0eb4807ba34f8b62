import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { HubClient } from './hub-client.ts';

const reports = new URL('../../fixtures/reports/', import.meta.url);
const drop = readFileSync(new URL('ha-loot.json', reports), 'utf8');

/** From `test/fixtures/reports`, dated now. */
export async function sampleReport(name: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(new URL(`${name}.json`, reports), 'utf8');
  return { ...JSON.parse(text), timestamp: Date.now() };
}

export interface SampleDrop {
  /** A uuid: the event's id, and a field of its data. */
  readonly marker: string;
  /** Each name has its own account; default: the fixture's player. */
  readonly name?: string;
  readonly hitpoints?: number;
}

/** @returns the marker of the drop */
export async function reportDrop(
  client: Pick<HubClient, 'report'>,
  token: string,
  { hitpoints }: Pick<SampleDrop, 'hitpoints'> = {},
): Promise<string> {
  const marker = randomUUID();
  const report = dropReport({ marker, ...(hitpoints !== undefined && { hitpoints }) });
  const { status } = await client.report(token, report);
  if (status !== 200) throw new Error(`the hub answered ${status} to a drop`);
  return marker;
}

/** Dated now. */
export function dropReport({ marker, name, hitpoints }: SampleDrop): Readonly<Record<string, unknown>> {
  const report = JSON.parse(drop);
  const [event] = report.events;
  const timestamp = Date.now();
  const identity = name && { name, accountHash: Buffer.from(name.padEnd(28)).toString('hex') };
  const health = hitpoints && { health: { current: hitpoints, max: 99 } };
  const player = { ...report.player, ...identity, ...health };
  const events = [{ ...event, eventId: marker, timestamp, data: { ...event.data, marker } }];
  return { ...report, player, events, timestamp };
}
