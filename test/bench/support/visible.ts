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

/** @returns p99 of the time from the answer to a report until `/snapshot` shows its place, ms */
export async function measureVisible(probe: Probe, seconds: number): Promise<number> {
  const times: number[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  for (let step = 0; performance.now() < endsAt; step += 1) {
    const nextAt = performance.now() + 1_000 / probesPerSecond;
    times.push(await timeOf(probe, firstX + step));
    await pause(Math.max(0, nextAt - performance.now()));
  }
  return quantile(times, 0.99);
}

async function timeOf({ port, tokens, keys }: Probe, x: number): Promise<number> {
  const url = `http://127.0.0.1:${port}`;
  const last = tokens.length - 1;
  const body = { name: `Bench ${last}`, coordinates: [x, 3_200, 0, 0] };
  const response = await fetch(`${url}/api/group/hub/update-group-member`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: tokens[last] ?? '' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the report of the probe was answered ${response.status}`);
  const acceptedAt = performance.now();
  const isShown = new RegExp(`"x":${x}\\b`);
  while (performance.now() - acceptedAt < givenUpMs) {
    const key = keys[nextKey++ % keys.length];
    const answer = await fetch(`${url}/api/v1/snapshot`, { headers: { authorization: `Bearer ${key}` } });
    if (isShown.test(await answer.text())) return performance.now() - acceptedAt;
    await pause(askEveryMs);
  }
  throw new Error(`/snapshot did not show a report within ${givenUpMs} ms`);
}
