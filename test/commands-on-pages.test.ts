import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { consoleRoutes } from '../services/console/api/routes.ts';
import { commandNames } from './support/hub/command-names.ts';
import { fileAt, projectRoot } from './support/source-tree.ts';

// Every command has a page, except the commands that operations.md names (Commands in the console).

const pages = 'services/console/pages/';

/** By command: the route that does the same, and the page file that asks the route. */
const onPages: Readonly<Record<string, readonly [route: string, file: string]>> = {
  'member add': ['POST admin/members', 'admin/members/new-member-form.tsx'],
  'member set': ['POST admin/members/:id', 'admin/members/member-editor.tsx'],
  'member leave': ['POST admin/members/:id/leave', 'admin/members/member-editor.tsx'],
  'member erase': ['POST admin/members/:id/erase', 'admin/members/member-editor.tsx'],
  'member list': ['GET admin/members', 'admin/members/members-page.tsx'],
  'sign-in': ['POST admin/members/:id/sign-in-link', 'admin/members/sign-in-link-button.tsx'],
  pair: ['POST me/pairing-codes', 'me/pairing/pairing-start.tsx'],
  'device list': ['GET admin/devices', 'admin/members/guild-devices-panel.tsx'],
  'device show': ['GET admin/devices', 'admin/members/guild-devices-panel.tsx'],
  'device revoke': ['POST admin/devices/:id/revoke', 'admin/members/guild-devices-panel.tsx'],
  'account list': ['GET admin/accounts', 'admin/members/members-page.tsx'],
  'account transfer': ['POST admin/accounts/:id/owner', 'admin/members/account-forms.tsx'],
  'account block': ['POST admin/accounts/:id/block', 'admin/members/account-forms.tsx'],
  'account correct-xp': ['POST admin/accounts/:id/correct-xp', 'admin/members/account-table.tsx'],
  'account erase': ['POST admin/accounts/:id/erase', 'admin/members/account-table.tsx'],
  'account names': ['GET accounts/:id/names', 'account/history/names-panel.tsx'],
  'account twins': ['GET admin/twins', 'twins/twins-panel.tsx'],
  'account erase-twin': ['POST admin/twins/:id/erase', 'twins/twins-panel.tsx'],
  share: ['POST me/sharing', 'me/sharing/audience-form.tsx'],
  'key create': ['POST admin/keys', 'api-keys/api-key-editor.tsx'],
  'key list': ['GET admin/keys', 'admin/keys/service-keys-page.tsx'],
  'key set': ['POST admin/keys/:id', 'api-keys/api-key-editor.tsx'],
  'key revoke': ['POST admin/keys/:id/revoke', 'api-keys/api-keys-panel.tsx'],
  'competition create': ['POST admin/competitions', 'competitions/competition-form.tsx'],
  'competition change': ['POST admin/competitions/:id', 'competitions/competition-form.tsx'],
  'competition end': ['POST admin/competitions/:id/end', 'competitions/competition-actions.tsx'],
  'competition list': ['GET admin/competitions', 'competitions/competition-actions.tsx'],
  'competition show': ['GET admin/competitions', 'competitions/competition-actions.tsx'],
  decommission: ['POST admin/decommission', 'admin/settings/settings-page.tsx'],
  'projections list': ['GET admin/projections', 'admin/hub/projections/projections-panel.tsx'],
  'projections rebuild': ['POST admin/projections/:name/rebuild', 'admin/hub/projections/rebuild-form.tsx'],
  'projections verify': [
    'POST admin/projections/:name/verify',
    'admin/hub/projections/projection-actions.tsx',
  ],
  'projections promote': [
    'POST admin/projections/:name/promote',
    'admin/hub/projections/projection-actions.tsx',
  ],
  'projections rollback': [
    'POST admin/projections/:name/rollback',
    'admin/hub/projections/projection-actions.tsx',
  ],
  'projections retire': [
    'POST admin/projections/:name/retire',
    'admin/hub/projections/projection-actions.tsx',
  ],
  'backup now': ['POST admin/backups', 'admin/hub/backups-panel.tsx'],
  'backup verify': ['POST admin/backups/:id/verify', 'admin/hub/backups-panel.tsx'],
  'backup list': ['GET admin/backups', 'admin/hub/backups-panel.tsx'],
  'raw list': ['GET admin/payloads', 'admin/payloads/payloads-page.tsx'],
  'raw show': ['POST admin/payloads/:id/show', 'admin/payloads/payload-view.tsx'],
  audit: ['GET admin/audit', 'admin/audit/audit-page.tsx'],
  'parked list': ['GET admin/parked', 'admin/hub/parked-panel.tsx'],
  'parked show': ['POST admin/parked/:id/show', 'admin/hub/parked-panel.tsx'],
  'parked retry': ['POST admin/parked/:id/retry', 'admin/hub/parked-panel.tsx'],
  'parked drop': ['POST admin/parked/:id/drop', 'admin/hub/parked-panel.tsx'],
  doctor: ['POST admin/doctor', 'admin/hub/health-panel.tsx'],
};

test('every command has a page, or the specification gives the reason why the command is for the terminal only', async () => {
  const specification = await readFile(`${projectRoot}shared/spec/operations.md`, 'utf8');
  const [, terminalOnly = ''] = /From the terminal only:\n\n((?:- .*\n)+)/.exec(specification) ?? [];
  const named = [...terminalOnly.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  expect([...Object.keys(onPages), ...named].sort()).toEqual((await commandNames()).sort());
});

test.each(Object.entries(onPages))('%s: the page of the command requests its route', (_, [route, file]) => {
  expect(consoleRoutes.map(({ method, path }) => `${method} ${path}`)).toContain(route);
  expect(fileAt(pages + file)?.text).toMatch(requestOf(route));
});

/** In the code of a page, `route` may have the first words. */
function requestOf(route: string): RegExp {
  const [method, path = ''] = route.split(' ');
  const [, first, id, last = ''] = /^([^:]+?)(?:(\/:\w+)(\/[\w-]+)?)?$/.exec(path) ?? [];
  const value = '\\$\\{[^}]+\\}';
  const [beginning, quote] = [`(?:${first}|\\$\\{route\\})`, '["\'`]'];
  const address =
    id === undefined
      ? `(?:${quote}${first}(?:${quote}|\\?)|route\\b)`
      : `\`(?:${beginning}/${value}|\\$\\{route\\})${last}\``;
  return new RegExp((method === 'GET' ? 'useConsoleAnswer<\\w+>\\(' : '\\bpath(?:=|: | = ).*') + address);
}
