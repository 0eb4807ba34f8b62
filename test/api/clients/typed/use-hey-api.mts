// Calls every operation. Arguments: the address of the API, an API key, an account.
import { client } from './hey/client.gen';
import * as hub from './hey/sdk.gen';

const [baseUrl = '', auth = '', id = ''] = process.argv.slice(2);
client.setConfig({ baseUrl, auth });
const [done, failed]: [string[], Record<string, string>] = [[], {}];

async function call<Data>(
  operation: string,
  asking: Promise<{ data?: Data; error?: unknown }>,
): Promise<Data | undefined> {
  const { data, error } = await asking;
  if (data === undefined) failed[operation] = JSON.stringify(error);
  else done.push(operation);
  return data;
}

const path = { id };
// @calls: the test writes the other calls here
const account = await call('getAccount', hub.getAccount({ path }));
const series = await call('getXp', hub.getXp({ query: { accounts: id, skills: 'overall' } }));
const loot = await call('getLootLeaderboard', hub.getLootLeaderboard({ query: { period: 'week' } }));

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
