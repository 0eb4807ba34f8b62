import { expect, test } from 'vitest';
import { CommandRefused } from '../../../../../projections/access/commands/command-event.ts';
import { OutcomeUnknown } from '../../../../../projections/access/commands/outcome-unknown.ts';
import { DirectoryUnavailable } from '../../../../../projections/access/directory/directory.ts';
import { LogUnavailable } from '../../../../../shared/errors/errors.ts';
import { ConsoleError } from '../../../console-error.ts';
import { DiscordUnavailable } from '../../../discord/discord-client.ts';
import type { ConsoleServices } from '../../console-services.ts';
import { discordRoutes } from './discord.ts';

const [, callback] = discordRoutes;
const services = { publicUrl: 'https://hub.example', discord: {} } as unknown as ConsoleServices;

test.each([
  [new DiscordUnavailable('it answered 502'), 'unavailable'],
  [new OutcomeUnknown('not in effect yet'), 'unavailable'],
  [new LogUnavailable('away'), 'unavailable'],
  [new DirectoryUnavailable('behind'), 'unavailable'],
  [new CommandRefused('parked', 'the change is parked'), 'not_admitted'],
  [new ConsoleError('invalid', 'code: too long'), 'expired'],
  [new ConsoleError('too_many', 'wait'), 'too_many_tries'],
  [new ConsoleError('too_many_at_once', 'wait'), 'too_many_at_once'],
  [new TypeError('a fault'), 'fault'],
])('%s leads a browser that comes back from Discord to the page "%s"', (error, why) => {
  expect(callback.answerFailure?.(error, services)).toEqual({
    status: 302,
    headers: {
      location: `/sign-in#failed=${why}`,
      'set-cookie': ['__Host-hub-oauth=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure'],
    },
    body: {},
  });
});

test.each([
  ['https://guild.example/hub', '/', '; Secure'],
  ['http://guild.example/hub', '/hub/', ''],
  ['http://guild.example', '/', ''],
])('at %s the cookies have the path %s, and the page is below the address', (publicUrl, path, secure) => {
  const name = secure === '' ? 'hub_oauth' : '__Host-hub-oauth';
  expect(callback.answerFailure?.(new TypeError('a fault'), { ...services, publicUrl })?.headers).toEqual({
    location: `${new URL(publicUrl).pathname.replace(/\/$/, '')}/sign-in#failed=fault`,
    'set-cookie': [`${name}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax${secure}`],
  });
});
