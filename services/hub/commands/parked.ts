import type { Command } from 'commander';
import { OperatorError } from '../../../shared/errors.ts';
import { placeKey } from '../../../shared/events/streams.ts';
import { type ParkedHead, readParked } from '../../../shared/projection/parking/read-parked.ts';
import type { HubConnection } from '../connect.ts';
import { isoTime, type Output, shortTime, table } from '../output.ts';
import { runCommand } from '../run-command.ts';
import { dropParked, retryParked } from './parked-decide.ts';

export function parkedCommand(program: Command): void {
  const parked = program.command('parked').description('events that a projection could not take');
  parked
    .command('list')
    .description(
      'all parked events; in most projections the later events of the same account wait behind one',
    )
    .action((_: unknown, command: Command) => runCommand(command, list));
  parked
    .command('show')
    .description('one parked event with its data')
    .argument('<id>', 'its id, as listed')
    .action((id: string, _: unknown, command: Command) => runCommand(command, (hub) => show(hub, id)));
  parked
    .command('retry')
    .description('process it again, for example after an upgrade, and then the events that wait behind it')
    .argument('<id>', 'its id, as listed')
    .action((id: string, _: unknown, command: Command) => runCommand(command, (hub) => retryParked(hub, id)));
  parked
    .command('drop')
    .description('skip it, now and in every rebuild, and process the events that wait behind it')
    .argument('<id>', 'its id, as listed')
    .action((id: string, _: unknown, command: Command) => runCommand(command, (hub) => dropParked(hub, id)));
}

async function list({ database }: HubConnection): Promise<Output> {
  const parked = await readParked(database);
  return {
    document: { parked: parked.map(toDocument) },
    text: table(
      ['ID', 'PROJECTION', 'GENERATION', 'PLACE', 'ACCOUNT', 'PARKED', 'BEHIND', 'REASON'],
      parked.map((head) => [
        head.record_id,
        head.projection,
        head.generation,
        `${placeKey(head)}/${head.record_offset}`,
        head.subject,
        shortTime(head.parked_at),
        head.waiting,
        head.reason,
      ]),
      'Nothing is parked',
    ),
  };
}

async function show({ database, journal }: HubConnection, id: string): Promise<Output> {
  const parked = await readParked(database, id);
  const [head] = parked;
  if (head === undefined) throw new OperatorError('unknown_record', `no parked event has the id ${id}`);
  const { stream, partition, record_offset: offset } = head;
  const [page] = await journal.log.read([{ stream, partition, offset }], { maxRecords: 1, waitMs: 0 });
  const record = page?.records.find((found) => found.offset === offset);
  const [decoded] = record === undefined ? [] : await journal.decode([record]);
  const shown = {
    id,
    type: record?.type ?? null,
    recorded_at: record === undefined ? null : isoTime(record.appendTime),
    data: decoded?.kind === 'event' ? decoded.event.data : null,
    parked: parked.map(toDocument),
  };
  return { document: shown, text: JSON.stringify(shown, null, 2) };
}

function toDocument(head: ParkedHead) {
  return {
    id: head.record_id,
    projection: head.projection,
    generation: head.generation,
    state: head.state,
    stream: head.stream,
    partition: head.partition,
    offset: head.record_offset,
    account: head.subject,
    reason: head.reason,
    parked_at: isoTime(head.parked_at),
    behind: head.waiting,
  };
}
