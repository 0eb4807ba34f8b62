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
await call('getMe', hub.getMe());
await call('listAccounts', hub.listAccounts());
const account = await call('getAccount', hub.getAccount({ path }));
await call('getSnapshot', hub.getSnapshot());
await call('getAccountXp', hub.getAccountXp({ path }));
const series = await call('getXp', hub.getXp({ query: { accounts: id, skills: 'overall' } }));
await call('getAccountGains', hub.getAccountGains({ path, query: { period: 'week' } }));
await call('listEvents', hub.listEvents());
await call('getAccountSessions', hub.getAccountSessions({ path }));
await call('getAccountEquipmentHistory', hub.getAccountEquipmentHistory({ path }));
await call('getAccountWealth', hub.getAccountWealth({ path }));
await call('getAccountLocations', hub.getAccountLocations({ path }));
await call('getLocations', hub.getLocations({ query: { accounts: id } }));
await call('getGainsLeaderboard', hub.getGainsLeaderboard());
const loot = await call('getLootLeaderboard', hub.getLootLeaderboard({ query: { period: 'week' } }));
await call('getMember', hub.getMember({ path: { chat_id: '112233445566778899' } }));
await call('getOpenapi', hub.getOpenapi());

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
