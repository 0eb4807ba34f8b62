import { randomUUID } from 'node:crypto';
import { decideOnCopyFirst, readCurrent } from '../../projections/access/commands/append-and-wait.ts';
import { withRequestId } from '../../projections/access/commands/command-event.ts';
import {
  changeCompetition,
  createCompetition,
  type DefinitionChange,
  endCompetition,
} from '../../projections/access/commands/competitions/define-competition.ts';
import {
  type AccessCommandEvent,
  executeCommand,
} from '../../projections/access/commands/execute-command.ts';
import { requireCompetition } from '../../projections/access/commands/require-known.ts';
import type { Directory } from '../../projections/access/directory/directory.ts';
import type { Competition } from '../../projections/access/model/entities.ts';
import { type CompetitionDefinition, endOf, isCancelled, stateOf } from '../../shared/domain/competition.ts';
import { isoTime } from './iso-time.ts';
import type { OperationHub, Requested } from './operation-hub.ts';

export type CompetitionDocument = ReturnType<typeof competitionDocument>;

/** The operations throw as `executeCommand`. */
export const competitionOperations = {
  /** The latest end first, without cancelled competitions. */
  list: async (hub: OperationHub) => {
    const directory = await readCurrent(hub);
    const listed = [...directory.competitions.values()].filter((each) => !isCancelled(each));
    const sorted = listed.sort((a, b) => endOf(b) - endOf(a));
    return { competitions: sorted.map((each) => competitionDocument(directory, each)) };
  },

  create: async (hub: OperationHub, { requestId, ...input }: Requested<CompetitionDefinition>) => {
    const competitionId = randomUUID();
    const event = await decideOnCopyFirst(hub, (known) =>
      createCompetition(known, { ...input, competitionId }),
    );
    return execute(hub, withRequestId(event, requestId), competitionId);
  },

  /** Properties that are not given stay. */
  change: async (
    hub: OperationHub,
    { requestId, ...input }: Requested<DefinitionChange & { readonly competitionId: string }>,
  ) => {
    const event = await decideOnCopyFirst(hub, (known) => changeCompetition(known, input));
    return execute(hub, withRequestId(event, requestId), input.competitionId);
  },

  /** Before its time; the definition stays. A competition that has not begun is cancelled. */
  end: async (hub: OperationHub, { requestId, ...input }: Requested<{ readonly competitionId: string }>) => {
    const event = await decideOnCopyFirst(hub, (known) => endCompetition(known, input));
    return execute(hub, withRequestId(event, requestId), input.competitionId);
  },
} as const;

async function execute(hub: OperationHub, event: AccessCommandEvent, id: string) {
  const { directory } = await executeCommand(hub, event);
  return competitionDocument(directory, requireCompetition(directory, id));
}

/** Leaves out erased accounts. */
export function competitionDocument(directory: Directory, competition: Competition) {
  const { id, title, metric, from, teams } = competition;
  return {
    id,
    title,
    metric,
    from: isoTime(from),
    to: isoTime(endOf(competition)),
    state: stateOf(competition, Date.now()),
    teams: teams.map(({ name, accounts }) => ({
      name,
      accounts: accounts.flatMap((account) => {
        const known = directory.accounts.get(account);
        return known === undefined ? [] : [{ id: known.id, name: known.name }];
      }),
    })),
  };
}
