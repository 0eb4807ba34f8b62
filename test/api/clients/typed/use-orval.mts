// Calls every operation. Arguments: the address of the API, an API key, an account. orval wrote the
// address into the client.
import * as hub from './orval/hub';

const [, key = '', id = ''] = process.argv.slice(2);
const options = { headers: { authorization: `Bearer ${key}` } };
const [done, failed]: [string[], Record<string, string>] = [[], {}];

type Success<Answer> = Extract<Answer, { status: 200 }> extends { data: infer Data } ? Data : never;

async function call<Answer extends { status: number; data: unknown }>(
  operation: string,
  asking: Promise<Answer>,
): Promise<Success<Answer> | undefined> {
  const { status, data } = await asking;
  if (status !== 200) failed[operation] = JSON.stringify(data);
  else done.push(operation);
  return status === 200 ? (data as Success<Answer>) : undefined;
}

// @calls: the test writes the other calls here
const account = await call('getAccount', hub.getAccount(id, options));
const series = await call('getXp', hub.getXp({ accounts: id, skills: 'overall' }, options));
const loot = await call('getLootLeaderboard', hub.getLootLeaderboard({ period: 'week' }, options));

const { name, skills, equipment, inventory } = account?.data ?? {};
const read = {
  name,
  overall_xp: skills?.overall_xp,
  last_skill: skills?.skills?.at(-1)?.skill,
  value: equipment?.value,
  is_inventory_shared: inventory?.shared,
  point: series?.data.accounts[0]?.series[0]?.points.at(-1)?.[1],
  drop: loot?.data.entries[0]?.event.value_gp,
};
process.stdout.write(JSON.stringify({ done, failed, read }));
