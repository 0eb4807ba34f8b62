import { within } from '../../../shared/async/waiting.ts';
import { describeFailure } from '../terminal/report-failure.ts';
import { checks } from './checks.ts';
import { type ExaminedHub, type HubPart, NotOpened } from './examined-hub.ts';
import type { Check, Finding } from './finding.ts';

/** What `hub doctor --json` prints. */
export interface Examination {
  readonly ok: boolean;
  readonly checks: readonly Examined[];
}

export interface Examined extends Finding {
  readonly name: string;
  /** The check whose finding has to be mended before this one can be made; null for one that was made. */
  readonly needs: HubPart | null;
}

const checkWithinMs = 8_000;

/** Makes all checks beside each other, each within 8 s. One that cannot be made is a finding. */
export async function examine(hub: ExaminedHub, made = checks): Promise<Examination> {
  const found = await Promise.all(
    made.map(async (check) => ({ name: check.name, ...(await findingFor(check, hub)) })),
  );
  return { ok: found.every(({ ok }) => ok), checks: found };
}

async function findingFor(check: Check, hub: ExaminedHub): Promise<Omit<Examined, 'name'>> {
  const looking = Promise.try(() => check.look(hub)).then(
    (finding) => ({ ...finding, needs: null }),
    (error: unknown) => notMade(check, error),
  );
  return within(checkWithinMs, looking, () => ({
    ok: false,
    detail: `could not be made: no answer within ${checkWithinMs / 1_000} s`,
    fix: 'look at the load of the database and the brokers, then run it again',
    needs: null,
  }));
}

function notMade({ name }: Check, error: unknown): Omit<Examined, 'name'> {
  if (error instanceof NotOpened) {
    const detail = `could not be made: ${error.part === 'settings' ? 'settings are bad' : `the ${error.part} cannot be opened`}`;
    const needs = error.part === name ? null : error.part;
    return { ok: false, detail, fix: `mend first what the check of ${error.part} names`, needs };
  }
  const { message } = describeFailure(error);
  return {
    ok: false,
    detail: `could not be made: ${message}`,
    fix: 'mend that, then run it again',
    needs: null,
  };
}
