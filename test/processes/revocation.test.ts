import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readCurrent } from '../../projections/access/commands/append-and-wait.ts';
import { executeCommand, executeCommands } from '../../projections/access/commands/execute-command.ts';
import { revokeApiKey } from '../../projections/access/commands/keys/change-api-key.ts';
import { createApiKey } from '../../projections/access/commands/keys/create-api-key.ts';
import { newApiKey, serviceLimitMax } from '../../projections/access/commands/keys/new-api-key.ts';
import { connect, type HubConnection } from '../../services/cli/connection/connect.ts';
import { checkAnswer } from '../../services/query/testing/check-answer.ts';
import { readStandaloneSettings } from '../../services/standalone/settings.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { campaign } from '../support/campaign.ts';
import { serviceSettings, startService } from '../support/hub/services.ts';
import { freshDatabase } from '../support/postgres/database.ts';
import { patient } from '../support/runner/patience.ts';

const { runs: revocations, label } = campaign(1_000);
const revokedAtOnce = 20;
const pollers = 12;
/** A replica may be busy (503) for 5 s before it refuses the key. */
const busyAnswersMax = 20;
const restMs = 250;

interface TestKey {
  readonly id: string;
  readonly key: string;
}

test(`a revoked key is refused by every replica from the moment the command returns (${label})`, {
  timeout: patient(240_000),
}, async () => {
  const { replicas, hub } = await openReplicas();
  const keys = await makeKeys(hub, revocations + pollers);
  const polled = keys.splice(0, pollers);
  const load = startLoad(replicas, polled);

  const answers: number[] = [];
  async function revokeSome(): Promise<void> {
    for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
      const replica = replicas[randomInt(replicas.length)] ?? '';
      // Until now, the replica accepts the key.
      expect([200, 503]).toContain(await ask(replica, key.key));
      const input = { keyId: key.id, actor: 'cli' } as const;
      await executeCommand(hub, revokeApiKey(hub.directory.current(), input));
      const { key: text } = key;
      answers.push(...(await Promise.all(replicas.map((each) => askUntilDecided(each, text)))));
    }
  }
  await Promise.all(Array.from({ length: revokedAtOnce }, revokeSome));
  const served = await load.stop();

  expect(answers.length).toBe(revocations * replicas.length);
  expect(answers.filter((status) => status !== 401)).toEqual([]);
  expect(served).toBeGreaterThan(revocations);
});

async function openReplicas(): Promise<{ readonly replicas: string[]; readonly hub: HubConnection }> {
  const { url } = await freshDatabase('hub');
  const settings = { ...(await serviceSettings()), DATABASE_URL: url, TRUST_PROXY_HOPS: '1' };
  await startService('projector', settings);
  const replicas = await Promise.all(Array.from({ length: 3 }, () => startService('query', settings)));
  const hub = await connect(readStandaloneSettings(settings), createLogger({ name: 'test', level: 'error' }));
  onTestFinished(() => hub.close());
  return { replicas, hub };
}

async function makeKeys(hub: HubConnection, count: number): Promise<TestKey[]> {
  const directory = await readCurrent(hub);
  const made = Array.from({ length: count }, newApiKey);
  const events = made.map((key) =>
    createApiKey(directory, {
      key,
      memberId: null,
      name: 'test',
      categories: ['stats'],
      accountIds: null,
      rateLimitPerMinute: serviceLimitMax,
      expiresAt: null,
      actor: 'cli',
    }),
  );
  await executeCommands(hub, events);
  return made;
}

/** `stop` gives the number of answers with the status 200. */
function startLoad(replicas: readonly string[], keys: readonly TestKey[]) {
  let stopped = false;
  let answered = 0;
  const clients = keys.map(async ({ key }, index) => {
    while (!stopped) {
      const status = await ask(replicas[index % replicas.length] ?? '', key);
      expect([200, 429, 503]).toContain(status);
      if (status === 200) answered += 1;
    }
  });
  return {
    stop: async (): Promise<number> => {
      stopped = true;
      await Promise.all(clients);
      return answered;
    },
  };
}

/** Asks again while the replica is busy (503), at most `busyAnswersMax` times. */
async function askUntilDecided(replica: string, key: string): Promise<number> {
  for (let busy = 0; ; busy += 1) {
    const status = await ask(replica, key);
    if (status !== 503 || busy === busyAnswersMax) return status;
    await delay(restMs);
  }
}

/** Asks from a random address, because an address gets at most 30 failures a minute. */
async function ask(replica: string, key: string): Promise<number> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const path = '/api/v1/me';
  const response = await fetch(`${replica}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address },
  });
  checkAnswer({ path, status: response.status, body: await response.json() });
  return response.status;
}
