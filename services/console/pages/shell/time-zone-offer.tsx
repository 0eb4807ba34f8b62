import { useState } from 'react';
import { browserTimeZone, isZoneWorthOffering } from '../browser/time-zone.ts';
import { CommandResult } from '../commands/command-result.tsx';
import { useCommand } from '../commands/use-command.ts';
import { useMemberSession } from '../console-api/use-session.ts';
import { useRemembered } from '../state/use-remembered.ts';

export function TimeZoneOffer() {
  const { member, keeper } = useMemberSession();
  const command = useCommand();
  const [zone] = useState(browserTimeZone);
  const parse = (stored: unknown) => (stored === true ? true : null);
  const [isDeclined, setIsDeclined] = useRemembered(`utc-kept-${member.id}`, false, parse);
  if (isDeclined || !isZoneWorthOffering(member.time_zone, zone)) return null;
  const use = async () => {
    const given = { path: 'me/settings', body: { time_zone: zone }, what: `Set the time zone to ${zone}` };
    if ((await command.give(given)) !== null) void keeper.ask();
  };
  return (
    <section className="page-offer row wrap" aria-label="Your time zone">
      <span>
        Your day begins at midnight in <strong>{member.time_zone}</strong>. This browser is in{' '}
        <strong>{zone}</strong>.
      </span>
      <button type="button" className="primary" aria-disabled={command.isRunning} onClick={use}>
        Use {zone}
      </button>
      <button type="button" onClick={() => setIsDeclined(true)}>
        Keep {member.time_zone}
      </button>
      <CommandResult use={command} />
    </section>
  );
}
