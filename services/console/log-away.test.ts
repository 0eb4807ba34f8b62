import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { onceAFile } from '../../test/support/at-end.ts';
import { campaign } from '../../test/support/campaign.ts';
import { runJson } from '../../test/support/hub/command-line.ts';
import { ownKafkaFor, startOwnBroker } from '../../test/support/kafka/kafka.ts';
import { patient } from '../../test/support/runner/patience.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { createSignInLinkStore } from './sign-in/sign-in-links.ts';
import { type ConsoleReply, openTestConsole } from './testing/open-test-console.ts';

const kind = await ownKafkaFor('Console: a broker that is gone');
const { runs, seed, label } = campaign(20, 2);
const people = 4;
/** For each client, so that a run stays below a member's limit of commands in a minute. */
const commandsMax = 6;
/** The broker stops at a random moment of `withinMs` ms, after this many answered commands. */
const [answeredFirst, withinMs] = [6, 60];
const checkEveryMs = 2;
const backWithin = { timeout: 90_000, interval: 1_000 };

async function openAdmin() {
  const broker = await startOwnBroker(kind);
  const site = await openTestConsole({ settings: { KAFKA_BROKERS: broker.brokers } });
  const adminId = await site.hub.addMember('Ada');
  await runJson(site.hub.environment, ['member', 'set', 'Ada', '--admin']);
  const { cookie } = await site.signIn(adminId);
  const add = (name: string, requestId: string = randomUUID()) =>
    site.post('admin/members', { request_id: requestId, name }, { cookie });
  const membersNamed = async (name: string): Promise<number> => {
    const { body } = await site.get('admin/members', { cookie });
    return body.members.filter((member: { name: string }) => member.name === name).length;
  };
  return {
    ...site,
    broker,
    add,
    membersNamed,
    outcome: (requestId: string) => site.get(`commands/${requestId}`, { cookie }),
    untilBack: () => expect.poll(async () => (await add(someName())).status, backWithin).toBe(200),
  };
}

const someName = () => `Member ${randomInt(1e12)}`;

describe.skipIf(kind === null)('on Kafka', () => {
  const admin = onceAFile(openAdmin);

  test('while the broker is frozen the console says so; afterwards a command and a sign-in link work again', {
    timeout: patient(360_000),
  }, async () => {
    const { hub, broker, add, post, outcome, membersNamed, untilBack } = admin();
    const memberId = await hub.addMember('Quill');
    const { token } = await createSignInLinkStore(hub.database, Date.now).create(memberId, 'cli:ann');
    const [name, requestId] = [someName(), randomUUID()];
    await broker.pause();
    const message = 'the hub waits for its log, which does not answer';
    const away = { status: 503, body: { error: { code: 'unavailable', message } } };
    const [given, signedIn] = await Promise.all([add(name, requestId), post('sign-in/link', { token })]);
    expect([given, signedIn]).toMatchObject([away, away]);
    expect(await outcome(requestId)).toMatchObject(away);

    await broker.resume();
    await untilBack();
    expect(await membersNamed(name)).toBe(0);
    expect((await outcome(requestId)).body.state).toBe('waiting');
    expect(await add(name)).toMatchObject({ status: 200 });
    expect((await post('sign-in/link', { token })).status).toBe(200);
    expect((await post('sign-in/link', { token })).status).toBe(403);
  });

  test(`after a broker goes away during commands, the console says which commands happened (${label})`, {
    timeout: patient(180_000 + runs * 60_000),
  }, async () => {
    const { hub, broker, add, outcome, membersNamed, untilBack } = admin();
    const random = seededRandom(seed);
    const states = { granted: 0, unknown: 0 };
    // After this time no command is on its way, and the limit has free capacity again.
    const aMinuteLater = () =>
      hub.database.run({ text: `update console.command set given_at = given_at - interval '1 minute'` });
    for (let run = 0; run < runs; run += 1) {
      await aMinuteLater();
      let answers = 0;
      const giveSome = async () => {
        const given: { name: string; requestId: string; answer: ConsoleReply }[] = [];
        while (given.length < commandsMax && (given.at(-1)?.answer.status ?? 200) === 200) {
          const [name, requestId] = [someName(), randomUUID()];
          given.push({ name, requestId, answer: await add(name, requestId) });
          answers += 1;
        }
        return given;
      };
      const given = Array.from({ length: people }, giveSome);
      let areAllDone = false;
      const done = Promise.all(given).finally(() => {
        areAllDone = true;
      });
      while (answers < answeredFirst && !areAllDone) await pause(checkEveryMs);
      await pause(random() * withinMs);
      const isFrozen = random() < 0.5;
      await (isFrozen ? broker.pause() : broker.kill());
      // The broker comes back while commands wait, or after all were answered.
      if (random() < 0.5) await done;
      await (isFrozen ? broker.resume() : broker.start());
      const answered = (await done).flat();
      await untilBack();
      await aMinuteLater();
      for (const { name, requestId, answer } of answered) {
        const { body } = await outcome(requestId);
        const context = `${JSON.stringify(answer.body)}, then ${JSON.stringify(body)}`;
        expect(answer.status === 200 ? ['granted'] : ['granted', 'unknown'], context).toContain(body.state);
        expect([200, 503], context).toContain(answer.status);
        expect(await membersNamed(name), context).toBe(body.state === 'granted' ? 1 : 0);
        expect((await add(name, requestId)).status, context).toBe(409);
        expect(await membersNamed(name), context).toBe(body.state === 'granted' ? 1 : 0);
        states[body.state as keyof typeof states] += 1;
      }
    }
    // A few runs may see only one of both outcomes.
    const seen = Object.values(states).filter((count) => count > 0);
    expect(seen.length).toBeGreaterThanOrEqual(Math.min(2, Math.ceil(runs / 10)));
  });
});
