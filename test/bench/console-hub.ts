import { setTimeout as pause } from 'node:timers/promises';
import { prepareConsole } from '../../services/console/prepare-console.ts';
import { deriveSessionKey } from '../../services/console/sessions/session-token.ts';
import { createSessions } from '../../services/console/sessions/sessions.ts';
import { createSignInLinkStore } from '../../services/console/sign-in/sign-in-links.ts';
import { enrolMembers } from '../../services/demo/enrolment.ts';
import type { ActingMember } from './console-acts.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { pairDevices } from './pair-devices.ts';
import { type HubPart, type OnClose, openPartsHub, type PartsHub } from './parts-hub.ts';
import type { Worker } from './workers.ts';

/** A guild on a hub of two query processes and two consoles, each member with an account and two sessions. */
export interface ConsoleGuild {
  readonly hub: PartsHub;
  readonly consoles: readonly HubPart[];
  readonly queries: readonly HubPart[];
  readonly projector: HubPart;
  readonly members: readonly ActingMember[];
  /** The read key of each session. */
  readonly keys: readonly string[];
  /** Sends reports of all accounts in turn. */
  report(perSecond: number, seconds: number): Promise<LoadResult>;
  /** Makes tokens of sign-in links, of members in turn. */
  makeLinks(count: number): Promise<string[]>;
}

const sessionsEach = 2;
/** Accounts are met for the first time here, which is dearer. */
const firstContact = 60;
const shownWithinMs = 20_000;

export async function openConsoleGuild(
  onClose: OnClose,
  load: Worker<LoadJob, LoadResult>,
  count: number,
): Promise<ConsoleGuild> {
  const hub = await openPartsHub(onClose);
  await prepareConsole(hub.database);
  const projector = await hub.start('projector');
  const names = Array.from({ length: count }, (_, index) => `Member ${index}`);
  const ids = [...(await enrolMembers(hub, names)).values()];
  const tokens = await pairDevices(hub, ids);
  const ingest = await hub.start('ingest');
  const report = (perSecond: number, seconds: number) =>
    load.run({ kind: 'reports', port: ingest.port, tokens, perSecond, seconds });
  await report(firstContact, Math.ceil(count / firstContact) + 1);
  const accounts = await accountsOf(hub, count);
  const [sessions, links] = [
    createSessions(hub.database, Date.now),
    createSignInLinkStore(hub.database, Date.now),
  ];
  const signedIn: string[] = [];
  for (let round = 0; round < sessionsEach; round += 1) {
    for (const id of ids) signedIn.push((await sessions.begin(id)).token);
  }
  const queries = [await hub.start('query'), await hub.start('query')];
  const consoles = [await hub.start('console'), await hub.start('console')];
  let linked = 0;
  return {
    hub,
    consoles,
    queries,
    projector,
    report,
    members: ids.map((id, index) => ({
      cookie: `hub_session=${signedIn[index]}`,
      accountId: accounts.get(id) ?? '',
    })),
    keys: signedIn.map((token) => deriveSessionKey(token).key),
    makeLinks: async (wanted) => {
      const made: string[] = [];
      for (; made.length < wanted; linked += 1) {
        made.push((await links.create(ids[linked % ids.length] ?? '', 'cli:bench')).token);
      }
      return made;
    },
  };
}

/** @returns an account of each member */
async function accountsOf({ directory }: PartsHub, count: number): Promise<ReadonlyMap<string, string>> {
  const until = performance.now() + shownWithinMs;
  for (;;) {
    const accounts = [...directory.current().accounts.values()];
    const owned = new Map(accounts.flatMap(({ id, ownerId }) => (ownerId === null ? [] : [[ownerId, id]])));
    if (owned.size >= count) return owned;
    if (performance.now() > until) throw new Error(`${owned.size} of ${count} accounts show`);
    await pause(100);
  }
}
