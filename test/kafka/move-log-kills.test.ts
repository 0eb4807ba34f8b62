import { describe, expect, it } from 'vitest';
import { isKeptForever, partitionName, streamNames } from '../../shared/events/streams.ts';
import type { EventLog, LogRecord } from '../../shared/log/event-log.ts';
import { eventually } from '../../shared/projection/testing/eventually.ts';
import { campaign } from '../support/campaign.ts';
import { runInProcess } from '../support/hub/command-line.ts';
import { launchHubCommand, type ProcessOptions, runHub } from '../support/hub/hub-process.ts';
import { kafkaFor } from '../support/kafka/kafka.ts';
import { openLogToMove } from '../support/kafka/log-to-move.ts';
import { readAll } from '../support/log/log-records.ts';
import type { FreshDatabase } from '../support/postgres/database.ts';
import { patient } from '../support/runner/patience.ts';

const brokers = await kafkaFor('Kafka: moving a hub, killed in the midst of it');
const events = 12_000;
const killedAt = [100, events / 3];
/** A kill and the copy after it cost 8 s of CPU. */
const { runs: kills, label } = campaign(killedAt.length);
/** Streams that nobody writes during the move. The audit log has the entry of the move. */
const moved = streamNames.filter((stream) => stream !== 'hub.audit');
const copy = ['log', 'copy', '--to', 'kafka'];

interface Move {
  readonly options: ProcessOptions;
  readonly database: FreshDatabase['database'];
  readonly source: EventLog;
  readonly kafka: EventLog;
}

async function openMove(): Promise<Move> {
  const { local, ...hub } = await openLogToMove(brokers ?? '', events);
  return { ...hub, source: local };
}

async function killAt({ options, kafka }: Move, records: number): Promise<void> {
  const running = launchHubCommand(options, copy);
  await expect
    .poll(() => copiedSoFar(kafka).catch(() => 0), { timeout: 40_000, interval: 20 })
    .toBeGreaterThan(records);
  running.signal('SIGKILL');
  expect((await running.ended).code).toBeNull();
}

async function copiedSoFar(kafka: EventLog): Promise<number> {
  return (await kafka.ends(streamNames)).reduce((sum, { end }) => sum + end, 0);
}

/** Only streams that are kept for ever keep their offsets in a copy. */
function contentsOf(records: readonly LogRecord[]): string[] {
  const numbers = new Map<string, number>();
  return records.map((record) => {
    const { stream, offset, appendTime, recordId, key, value } = record;
    const place = partitionName(record);
    const number = numbers.get(place) ?? 0;
    numbers.set(place, number + 1);
    const at = isKeptForever(stream) ? offset : number;
    return `${place}/${at} ${appendTime} ${recordId} ${key} ${value?.toString('base64')}`;
  });
}

describe.skipIf(brokers === null)('hub log copy that is killed', () => {
  it(`continues when it runs again, also when the hub has run in between (${label})`, {
    timeout: patient(240_000),
  }, async () => {
    const move = await openMove();
    for (const records of killedAt.slice(0, kills)) await killAt(move, records);
    // The hub ran in between: its log got records, and compaction took records that the copy has.
    await move.source.append((await readAll(move.source, ['hub.feed'])).slice(0, 5));
    await move.database.run({ text: 'delete from log.hub_state where "offset" % 3 = 0' });
    await killAt(move, events - 1_000);

    const expected = contentsOf(await readAll(move.source, moved));
    const { code, stdout, stderr } = await runHub(move.options, copy);
    expect({ code, stdout }, stderr).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^Copied [\d,]+ events to Kafka \(kafka .+\) in \d+ s: start the hub with /,
      ),
    });
    // Without a terminal, progress is printed as lines.
    expect(stderr).toMatch(/^\[.+\] +\d+% .+ events .+\n/);
    expect(contentsOf(await readAll(move.kafka, moved))).toEqual(expected);
    expect(await readAll(move.kafka, ['hub.audit'])).toHaveLength(1);
    const [stuck] = await eventually(() =>
      move.database.many<{ stuck: number }>({
        text: `select count(*)::int as stuck from projection.generation where state <> 'live'`,
      }),
    );
    expect(stuck).toEqual({ stuck: 0 });
  });

  it('continues after Ctrl-C, and says so', { timeout: patient(360_000) }, async () => {
    const move = await openMove();
    const running = launchHubCommand(move.options, [...copy, '--json']);
    await expect
      .poll(() => copiedSoFar(move.kafka).catch(() => 0), { timeout: 40_000, interval: 20 })
      .toBeGreaterThan(100);
    running.signal('SIGINT');
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: { code: 'interrupted', message: expect.stringContaining('again, which continues the move') },
    });
    expect((await runInProcess(move.options.environment, copy)).code).toBe(0);
  });
});
