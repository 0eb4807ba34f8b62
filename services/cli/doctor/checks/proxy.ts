import { hasTable } from '../../../../shared/postgres/schema/has-table.ts';
import { counted } from '../../terminal/progress-display.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf } from '../finding.ts';

/** With a wrong TRUST_PROXY_HOPS, all clients share a limit, or each client chooses its own. */
export const proxyCheck = defineCheck('proxy', readConnections, judgeProxy);

/** The connections of plugins during the last day. */
async function readConnections(hub: ExaminedHub) {
  const database = hub.database();
  const hops = hub.settings().TRUST_PROXY_HOPS;
  if (!(await hasTable(database, 'hub.plugin_seen'))) return { ...nobody, hops };
  // Requests are limited by `client`; `forwarded` counts the entries in X-Forwarded-For.
  const seen = await database.one<typeof nobody>({
    text: `select count(*) as devices,
                  count(distinct client) as addresses,
                  coalesce(bool_and(from_here), false) as all_from_here,
                  coalesce(min(forwarded), 0) as least_forwarded
           from hub.plugin_seen
           where at > (extract(epoch from clock_timestamp() - interval '1 day') * 1000)::bigint`,
  });
  return { ...seen, hops };
}

const nobody = { devices: 0, addresses: 0, all_from_here: false, least_forwarded: 0 };

/** Fewer devices behind one address may be in the same house. */
const devicesMin = 3;

export function judgeProxy(facts: FactsOf<typeof readConnections>): Finding {
  const { hops, devices, addresses, all_from_here, least_forwarded: forwarded } = facts;
  const faults = [];
  const oneAddress = `all ${devices} plugins of the last day seem to come from one address`;
  const shared =
    'all clients share one limit, so many requests or wrong pairing codes of one client block the others';
  const isOne = devices >= devicesMin && addresses === 1;
  if (isOne && forwarded > 0 && hops !== forwarded) {
    faults.push({
      what: `${oneAddress}, and X-Forwarded-For has ${forwarded} or more entries`,
      why: shared,
      fix: `set TRUST_PROXY_HOPS to the number of your proxies, ${forwarded} if all entries are from your proxies`,
    });
  } else if (isOne && forwarded === 0 && !(all_from_here && hops === 0)) {
    faults.push({
      what: oneAddress,
      why: shared,
      fix: 'let the proxy in front of the hub set X-Forwarded-For, and set TRUST_PROXY_HOPS to the number of proxies; ignore this if all players live in one house',
    });
  }
  if (devices > 0 && hops > forwarded) {
    faults.push({
      what: `TRUST_PROXY_HOPS is ${hops}, and requests came with ${forwarded} entries in X-Forwarded-For`,
      why: 'clients can choose the address by which they are limited',
      fix: `set TRUST_PROXY_HOPS to ${forwarded}, or block requests that do not come through the proxies`,
    });
  }
  const [from, through] = [addresses === 1 ? 'address' : 'addresses', hops === 1 ? 'proxy' : 'proxies'];
  return findingOf(
    faults,
    `${counted(devices, 'plugin')} of the last day from ${addresses} ${from}, ${hops} ${through}`,
  );
}
