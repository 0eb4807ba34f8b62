import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { pause } from '../../../shared/async/waiting.ts';
import { createGuild } from '../guild.ts';
import { type HubEndpoint, openEndpoint } from './endpoint.ts';
import { playGuild } from './play-guild.ts';

test('a pairing that is under way at the stop is finished, and no other pairing begins', async () => {
  const stopping = new AbortController();
  let asked = 0;
  const paired: string[] = [];
  const endpoint: HubEndpoint = {
    report: async () => 'unreachable',
    pair: async () => {
      asked += 1;
      stopping.abort();
      await pause(50);
      return { token: 'token' };
    },
    close: () => {},
  };
  const guild = createGuild({ players: 20, seed: 3, startedAt: Date.now() });
  const onPaired = (player: string) => void paired.push(player);
  const connections = { endpoint, tokens: new Map(), codeFor: async () => '12345', onPaired };
  await playGuild(guild, connections, stopping.signal);
  expect(asked).toBe(1);
  expect(paired).toHaveLength(1);
});

test('players pair one after another, because the hub counts unfinished attempts as failed', async () => {
  let underWay = 0;
  let mostUnderWay = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (!request.url?.endsWith('/pair')) {
      response.end();
      return;
    }
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    setTimeout(() => {
      underWay -= 1;
      response.end(JSON.stringify({ token: 'token' }));
    }, 20);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const endpoint = openEndpoint(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => endpoint.close());

  // Most players log in during the first second, a few some minutes later.
  const guild = createGuild({ players: 20, seed: 3, startedAt: Date.now() });
  const stopping = new AbortController();
  const paired: string[] = [];
  const onPaired = (player: string) => {
    paired.push(player);
    if (paired.length === 10) stopping.abort();
  };
  const connections = { endpoint, tokens: new Map(), codeFor: async () => '12345', onPaired };
  await playGuild(guild, connections, stopping.signal);
  expect(mostUnderWay).toBe(1);
  expect(new Set(paired).size).toBeGreaterThanOrEqual(10);
});
