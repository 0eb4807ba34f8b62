import type { Command } from 'commander';
import { partitionName } from '../../../shared/events/streams.ts';
import { type DecidedRecord, parkedOperations } from '../../operations/projections/parked.ts';
import type { HubConnection } from '../connection/connect.ts';
import { onHub } from '../run-command.ts';
import { type Output, shortTime, table } from '../terminal/output.ts';

export function parkedCommand(program: Command): void {
  const parked = program.command('parked').description('events that a projection could not fold');
  parked
    .command('list')
    .description(
      'all parked events; in most projections, later events of the same account wait behind a parked event',
    )
    .action(onHub(list));
  parked
    .command('show')
    .description('one parked event with its data; the audit log notes that you read it')
    .argument('<id>', 'the id of the event, as `hub parked list` shows it')
    .action(onHub(show));
  parked
    .command('retry')
    .description(
      'process a parked event again, for example after an upgrade, and then the events that wait behind it',
    )
    .argument('<id>', 'the id of the event, as `hub parked list` shows it')
    .action(onHub(retry));
  parked
    .command('drop')
    .description('skip a parked event, now and in every rebuild, and process the events that wait behind it')
    .argument('<id>', 'the id of the event, as `hub parked list` shows it')
    .action(onHub(drop));
}

async function list(hub: HubConnection): Promise<Output> {
  const document = await parkedOperations.list(hub);
  const text = table(document.parked, 'Nothing is parked', {
    ID: ({ id }) => id,
    PROJECTION: ({ projection }) => projection,
    GENERATION: ({ generation }) => generation,
    PLACE: (head) => `${partitionName(head)}/${head.offset}`,
    ACCOUNT: ({ account }) => account,
    PARKED: (head) => shortTime(head.parked_at),
    BEHIND: ({ behind }) => behind,
    REASON: ({ reason }) => reason,
  });
  return { document, text };
}

async function retry(hub: HubConnection, recordId: string): Promise<Output> {
  const document = await parkedOperations.retry(hub, { recordId, actor: 'cli' });
  return { document, text: `Processed ${describeOutcome(document)}` };
}

async function drop(hub: HubConnection, recordId: string): Promise<Output> {
  const document = await parkedOperations.drop(hub, { recordId, actor: 'cli' });
  return { document, text: `Dropped ${describeOutcome(document)}` };
}

function describeOutcome({ id, projections, behind }: DecidedRecord): string {
  return `${id} in ${projections.join(', ')}; ${behind} events behind it continue.`;
}

async function show(hub: HubConnection, recordId: string): Promise<Output> {
  const document = await parkedOperations.show(hub, { recordId, actor: 'cli' });
  return { document, text: JSON.stringify(document, null, 2) };
}
