import { expect, test } from 'vitest';
import { CommandRefused } from '../../../../../projections/access/commands/command-event.ts';
import { OutcomeUnknown } from '../../../../../projections/access/commands/outcome-unknown.ts';
import { DirectoryUnavailable } from '../../../../../projections/access/directory/directory.ts';
import { LogUnavailable } from '../../../../../shared/errors/errors.ts';
import { freshDatabase } from '../../../../../test/support/postgres/database.ts';
import { DiscordUnavailable } from '../../../discord/discord-client.ts';
import { createFailedSignIns } from '../../../sign-in/failed-sign-ins.ts';
import type { ConsoleServices } from '../../console-services.ts';
import { discordRoutes } from './discord.ts';

test('a browser that comes back from Discord is led to a page, whatever does not work', async () => {
  const { database } = await freshDatabase('hub');
  const [, callback] = discordRoutes;
  const come = async (error: Error) => {
    const services = {
      publicUrl: null,
      failedSignIns: createFailedSignIns(database, Buffer.alloc(32), Date.now),
      hub: { journal: { append: async () => [] } },
      discord: {
        findMemberByCode: async () => {
          throw error;
        },
      },
    } as unknown as ConsoleServices;
    const { status, headers } = await callback.handle(
      {
        caller: null as never,
        params: {},
        body: undefined,
        query: { code: 'code', state: 'state' },
        headers: { cookie: 'hub_oauth=state' },
        address: '10.0.0.1',
      },
      services,
    );
    return [status, headers?.location, headers?.['set-cookie']];
  };
  const forgets = [expect.stringMatching(/^hub_oauth=;.*Max-Age=0/)];
  const passing = [
    new DiscordUnavailable('it answered 502'),
    new OutcomeUnknown('not in effect yet'),
    new LogUnavailable('away'),
    new DirectoryUnavailable('behind'),
  ];
  for (const error of passing) {
    expect(await come(error), error.name).toEqual([302, '/sign-in#failed=unavailable', forgets]);
  }
  const refused = new CommandRefused('parked', 'the change could not be taken and is parked');
  expect(await come(refused)).toEqual([302, '/sign-in#failed=not_admitted', forgets]);
});
