import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newKey, serviceLimitMax } from '../../projections/access/commands/api-key.ts';
import { readCurrent } from '../../projections/access/commands/append-and-wait.ts';
import { carryOut, carryOutAll } from '../../projections/access/commands/carry-out.ts';
import { keyCreation } from '../../projections/access/commands/key-creation.ts';
import { keyRevocation } from '../../projections/access/commands/key-revocation.ts';
import { connect, type HubConnection } from '../../services/hub/connect.ts';
import { startProjectorProcess } from '../../services/projector/main.ts';
import { readProjectorSettings } from '../../services/projector/settings.ts';
import { startQuery } from '../../services/query/main.ts';
import { readQuerySettings } from '../../services/query/settings.ts';
import { checkAnswer } from '../../services/query/testing/check-answer.ts';
import { readStandaloneSettings } from '../../services/standalone/settings.ts';
import { createLogger } from '../../shared/logger.ts';
import type { RunningProcess } from '../../shared/process/start-process.ts';
import { campaign } from '../support/campaign.ts';
import { temporaryDataDir } from '../support/hub/hub-process.ts';
import { freshDatabase } from '../support/postgres/database.ts';

const { runs: revocations, label } = campaign(1_000);
const revokedAtOnce = 20;
const pollers = 12;
/** How often a replica may say that it is busy (503) before it refuses the key: 5 s, on a machine that does something else too. */
const busyAnswersMax = 20;
const restMs = 250;

interface TestKey {
  readonly id: string;
  readonly key: string;
}

test(`a revoked key is refused by every replica from the moment the command returns (${label})`, {
  timeout: 240_000,
}, async () => {
  const { ports, hub } = await openReplicas();
  const keys = await makeKeys(hub, revocations + pollers);
  const polled = keys.splice(0, pollers);
  const load = startLoad(ports, polled);

  const answers: number[] = [];
  async function revokeSome(): Promise<void> {
    for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
      const port = ports[randomInt(ports.length)] ?? 0;
      // The replica knew it until now.
      expect([200, 503]).toContain(await ask(port, key.key));
      const wish = { keyId: key.id, actor: 'cli' } as const;
      await carryOut(hub, keyRevocation(hub.directory.current(), wish));
      const { key: text } = key;
      answers.push(...(await Promise.all(ports.map((each) => askUntilDecided(each, text)))));
    }
  }
  await Promise.all(Array.from({ length: revokedAtOnce }, revokeSome));
  const served = await load.stop();

  expect(answers.length).toBe(revocations * ports.length);
  expect(answers.filter((status) => status !== 401)).toEqual([]);
  expect(served).toBeGreaterThan(revocations);
});

/** Three query processes and a projector on one database, and a command beside them. */
async function openReplicas(): Promise<{ readonly ports: number[]; readonly hub: HubConnection }> {
  const fresh = await freshDatabase('hub');
  const environment = {
    DATABASE_URL: fresh.url,
    DATA_DIR: await temporaryDataDir(null),
    HUB_SECRET: randomBytes(32).toString('base64'),
    QUERY_PORT: '0',
    WORKER_METRICS_PORT: '0',
    TRUST_PROXY_HOPS: '1',
  };
  const logger = createLogger({ name: 'test', level: 'error' });
  const running = async <Running extends RunningProcess>(starting: Promise<Running>) => {
    const started = await starting;
    onTestFinished(() => started.close());
    return started;
  };
  await running(startProjectorProcess(readProjectorSettings(environment), logger));
  const queries = await Promise.all(
    Array.from({ length: 3 }, () => running(startQuery(readQuerySettings(environment), logger))),
  );
  const hub = await connect(readStandaloneSettings(environment), logger);
  onTestFinished(() => hub.close());
  return { ports: queries.map(({ port }) => port), hub };
}

async function makeKeys(hub: HubConnection, count: number): Promise<TestKey[]> {
  const directory = await readCurrent(hub);
  const made = Array.from({ length: count }, newKey);
  const events = made.map((key) =>
    keyCreation(directory, {
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
  await carryOutAll(hub, events);
  return made;
}

/** Clients that ask all the time. `stop` tells how many answers they had. */
function startLoad(ports: readonly number[], keys: readonly TestKey[]) {
  let stopped = false;
  let answered = 0;
  const clients = keys.map(async ({ key }, index) => {
    while (!stopped) {
      const status = await ask(ports[index % ports.length] ?? 0, key);
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

/** Asks until the replica knows what it answers: a busy one, or one that could not catch up in time, says 503. */
async function askUntilDecided(port: number, key: string): Promise<number> {
  for (let busy = 0; ; busy += 1) {
    const status = await ask(port, key);
    if (status !== 503 || busy === busyAnswersMax) return status;
    await delay(restMs);
  }
}

/** From an address of its own: of one address no more than 30 failures are answered in a minute. */
async function ask(port: number, key: string): Promise<number> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const path = '/api/v1/me';
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address },
  });
  checkAnswer({ path, status: response.status, body: await response.json() });
  return response.status;
}
