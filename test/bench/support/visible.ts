import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from './figures.ts';

export interface Probe {
  readonly port: number;
  readonly tokens: readonly string[];
  /** Each key may ask once a second. */
  readonly keys: readonly string[];
}

const probesPerSecond = 4;
const askEveryMs = 15;
const givenUpMs = 10_000;
/** Outside of the places of the other players. */
const firstX = 2_000;

let nextKey = 0;

/** A snapshot of thousands of accounts would be a load by itself. */
export type VisibleIn = 'snapshot' | 'account';

/** @returns p99 of the time from the answer to a report until an answer shows its place, ms */
export async function measureVisible(
  probe: Probe,
  seconds: number,
  visibleIn: VisibleIn = 'snapshot',
): Promise<number> {
  const path = visibleIn === 'snapshot' ? 'snapshot' : `accounts/${await idOfProbe(probe)}`;
  const times: number[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  for (let step = 0; performance.now() < endsAt; step += 1) {
    const nextAt = performance.now() + 1_000 / probesPerSecond;
    times.push(await timeOf(probe, path, firstX + step));
    await pause(Math.max(0, nextAt - performance.now()));
  }
  return quantile(times, 0.99);
}

async function idOfProbe(probe: Probe): Promise<string> {
  const answer = await read(probe, `accounts?names=${encodeURIComponent(nameOf(probe))}`);
  const { data } = (await answer.json()) as { data: readonly { readonly id: string }[] };
  if (data[0] === undefined) throw new Error(`the hub does not know the account ${nameOf(probe)}`);
  return data[0].id;
}

/** The last player. */
const nameOf = ({ tokens }: Probe): string => `Bench ${tokens.length - 1}`;

async function timeOf(probe: Probe, path: string, x: number): Promise<number> {
  const body = { name: nameOf(probe), coordinates: [x, 3_200, 0, 0] };
  const response = await fetch(`http://127.0.0.1:${probe.port}/api/group/hub/update-group-member`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: probe.tokens.at(-1) ?? '' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the report of the probe was answered ${response.status}`);
  const acceptedAt = performance.now();
  const isShown = new RegExp(`"x":${x}\\b`);
  while (performance.now() - acceptedAt < givenUpMs) {
    const answer = await read(probe, path);
    if (isShown.test(await answer.text())) return performance.now() - acceptedAt;
    await pause(askEveryMs);
  }
  throw new Error(`/${path} did not show a report within ${givenUpMs} ms`);
}

function read({ port, keys }: Probe, path: string): Promise<Response> {
  const key = keys[nextKey++ % keys.length];
  return fetch(`http://127.0.0.1:${port}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
}
