import { openEndpoint } from './client/endpoint.ts';
import type { FromGuild, ToGuild } from './client/messages.ts';
import { playGuild } from './client/play-guild.ts';
import { createGuild } from './guild.ts';

/**
 * The process of the simulated guild. The process that started it controls it, and both end
 * together. It is separate, so that the costs of demo and hub can be measured apart.
 */
const stopping = new AbortController();
const codes = new Map<string, (code: string | null) => void>();
let save = (): void => {};

// Ctrl-C reaches every process of the terminal. This process ignores it and waits for the message
// `stop`.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => {
  stopping.abort();
  for (const answer of codes.values()) answer(null);
});
process.on('message', (message: ToGuild) => {
  if (message.kind === 'start') void start(message);
  if (message.kind === 'code') codes.get(message.player)?.(message.code);
  if (message.kind === 'save') save();
  if (message.kind === 'stop') stopping.abort();
});

async function start(options: Extract<ToGuild, { kind: 'start' }>): Promise<void> {
  const guild = createGuild(options);
  const endpoint = openEndpoint(options.origin);
  save = () => send({ kind: 'saved', characters: guild.characters() });
  await playGuild(
    guild,
    {
      endpoint,
      tokens: new Map(Object.entries(options.tokens)),
      codeFor: askForCode,
      onPaired: (player, token) => send({ kind: 'paired', player, token }),
    },
    stopping.signal,
  );
  endpoint.close();
  save();
  if (process.connected) process.disconnect();
}

function askForCode(player: string): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  codes.set(player, resolve);
  send({ kind: 'code-wanted', player });
  return promise;
}

function send(message: FromGuild): void {
  if (process.connected) process.send?.(message);
}
