import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AskSnapshot, SnapshotFollower } from './follow-snapshot.ts';
import { NewsReader } from './snapshot-news.ts';
import type { Snapshot } from './snapshot-state.ts';

/** Replicas lag, leaders change, and not every tab hears each answer. */

const everyId = ['Ada', 'Bo', 'Cy', 'Di'];
const repeated = 2;

const stepArbitrary = fc.record({
  /** Changes before the poll, as [account, world]. With null, the account leaves. */
  changes: fc.array(fc.tuple(fc.constantFrom(...everyId), fc.option(fc.integer({ min: 1, max: 3 })))),
  leader: fc.integer({ min: 0, max: 2 }),
  hears: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  lag: fc.constantFrom(0, 0, 1, 2),
  waitMs: fc.constantFrom(3_000, 3_000, 3_000, 300_000),
});
type Step = typeof stepArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

interface Version {
  readonly worlds: ReadonlyMap<string, number>;
  /** The version of each account's last change. */
  readonly changedIn: ReadonlyMap<string, number>;
}

interface Seen {
  readonly worlds: ReadonlyMap<string, number>;
  readonly version: number;
}

const timeOf = (version: number) => new Date(version * 1_000).toISOString();
const sorted = (worlds: Iterable<readonly [string, number]>) => [...worlds].sort();

class Model {
  readonly #versions: Version[] = [{ worlds: new Map(), changedIn: new Map() }];
  readonly #shown = [0, 1, 2].map(() => new Map<string, number>());
  /** The accounts that each tab would show if the tab took every answer whole. */
  readonly #expected: (Seen | null)[] = [null, null, null];
  readonly #tabs: readonly SnapshotFollower[];
  #now = 0;
  #step: Step | null = null;
  #answered = false;
  #turn = new AbortController();
  /** The reader of the leading tab. Another leader gets a new reader. */
  #reader = new NewsReader();
  readonly #reading: Promise<void>[] = [];

  constructor() {
    this.#tabs = this.#shown.map((shown, tab) => {
      const onSnapshot = ({ accounts }: Snapshot) => {
        shown.clear();
        for (const [id, { world }] of accounts) shown.set(id, world ?? 0);
      };
      const source = { ask: this.#ask, openReader: () => this.#reader };
      const follower = new SnapshotFollower({ onSnapshot }, source, {
        now: () => this.#now,
        // The first pause is after a poll, and ends the turn.
        after: () => {
          queueMicrotask(() => this.#turn.abort());
          return () => {};
        },
        random: () => 0,
      });
      follower.join((message) => this.#broadcast(tab, message));
      return follower;
    });
  }

  async poll(step: Step): Promise<void> {
    if (step.leader !== this.#step?.leader) this.#reader = new NewsReader();
    this.#step = step;
    this.#answered = false;
    this.#now += step.waitMs;
    this.#turn = new AbortController();
    this.#change(step.changes);
    await this.#tabs[step.leader]?.lead(this.#turn.signal);
    await Promise.all(this.#reading.splice(0));
    const expected = this.#expected[step.leader]?.worlds ?? new Map();
    for (const [tab, shown] of this.#shown.entries()) {
      const hears = step.hears[tab] && (this.#answered || this.#expected[tab] === null);
      if (tab !== step.leader && !hears) continue;
      this.#expected[tab] = this.#expected[step.leader] ?? null;
      expect(sorted(shown)).toEqual(sorted(expected));
    }
  }

  #change(changes: Step['changes']): void {
    const latest = this.#versions.at(-1);
    if (latest === undefined || changes.length === 0) return;
    const [worlds, changedIn] = [new Map(latest.worlds), new Map(latest.changedIn)];
    for (const [id, world] of changes) {
      if (world === null) worlds.delete(id);
      else worlds.set(id, world);
      changedIn.set(id, this.#versions.length);
    }
    this.#versions.push({ worlds, changedIn });
  }

  readonly #ask: AskSnapshot = async ({ since, etag, read }) => {
    const { leader = 0, lag = 0 } = this.#step ?? {};
    const version = Math.max(0, this.#versions.length - 1 - lag);
    const held = `${version}.f`;
    const tag = since === undefined ? held : `${version}.d`;
    if (etag === tag || etag === held) return { body: null, etag: tag };
    this.#answered = true;
    const { worlds = new Map<string, number>(), changedIn } = this.#versions[version] ?? {};
    const after = since === undefined ? -1 : Date.parse(since) / 1_000 - repeated;
    const told = [...worlds].filter(([id]) => since === undefined || (changedIn?.get(id) ?? 0) > after);
    this.#expect(leader, { worlds: new Map(told), version }, since === undefined);
    const data = told.map(([id, world]) => ({ id, name: id, categories: [], world }));
    const body = JSON.stringify({ data, meta: { last_modified: timeOf(version) } });
    return { body: await read(new TextEncoder().encode(body).buffer, tag), etag: tag };
  };

  #expect(tab: number, answer: Seen, full: boolean): void {
    const before = this.#expected[tab] ?? null;
    if (full || before === null) this.#expected[tab] = answer;
    else if (answer.version >= before.version) {
      this.#expected[tab] = { ...answer, worlds: new Map([...before.worlds, ...answer.worlds]) };
    }
  }

  async #broadcast(from: number, message: Parameters<SnapshotFollower['receive']>[0]): Promise<void> {
    await this.#tabs[from]?.receive(message, () => expect.unreachable('the leader asks itself'));
    for (const [at, tab] of this.#tabs.entries()) {
      if (at === from || !this.#step?.hears[at]) continue;
      await tab.receive(structuredClone(message), () => {
        const greeting = this.#tabs[from]?.greeting() ?? null;
        if (greeting !== null) this.#reading.push(tab.receive(structuredClone(greeting), () => {}));
      });
    }
  }
}

test('tabs that receive only changes show the same as tabs that receive whole answers', async () => {
  const steps = fc.array(stepArbitrary, { minLength: 1, maxLength: 25 });
  const property = fc.asyncProperty(steps, async (all) => {
    const model = new Model();
    for (const step of all) await model.poll(step);
  });
  await fc.assert(property, { seed: 1, numRuns: 300 });
});
