import { z } from 'zod';
import { CompetitionMetric, teamAccountsMax, teamsMax } from '../../../../../shared/domain/competition.ts';
import { competitionOperations } from '../../../../operations/competitions.ts';
import { defineAdminCommand, defineAdminRead } from '../../define-admin-route.ts';
import { defineCommand } from '../../define-command.ts';
import { accountIdsUpTo, labelField, timeField } from '../../requests/fields.ts';

const Team = z.strictObject({ name: labelField, accounts: accountIdsUpTo(teamAccountsMax) });

const Definition = z.strictObject({
  title: labelField,
  metric: CompetitionMetric,
  from: timeField,
  to: timeField,
  teams: z.array(Team).max(teamsMax, 'a competition has at most two teams'),
});

export const listCompetitionsRoute = defineAdminRead('admin/competitions', ({ operations }) =>
  competitionOperations.list(operations),
);

const createCompetitionRoute = defineCommand({
  path: 'admin/competitions',
  access: 'admin',
  body: Definition,
  executeCommand: ({ actor, requestId, body }, { operations }) =>
    competitionOperations.create(operations, { ...body, actor, requestId }),
});

const changeCompetitionRoute = defineCommand({
  path: 'admin/competitions/:id',
  access: 'admin',
  body: Definition.partial(),
  executeCommand: ({ actor, requestId, params: { id: competitionId = '' }, body }, { operations }) =>
    competitionOperations.change(operations, { ...body, competitionId, actor, requestId }),
});

const endCompetitionRoute = defineAdminCommand(
  'admin/competitions/:id/end',
  ({ id: competitionId, actor, requestId }, { operations }) =>
    competitionOperations.end(operations, { competitionId, actor, requestId }),
);

export const adminCompetitionRoutes = [
  listCompetitionsRoute,
  createCompetitionRoute,
  changeCompetitionRoute,
  endCompetitionRoute,
];
