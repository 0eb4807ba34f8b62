import { within } from '../../../shared/async/waiting.ts';
import { describeFailure } from '../terminal/report-failure.ts';
import { judgeDatabase } from './checks/database.ts';
import { checks } from './checks.ts';
import { type ExaminedHub, type HubPart, NotOpened, tooFewConnections } from './examined-hub.ts';
import type { Check, Finding } from './finding.ts';

/** The document of `hub doctor --json`. */
export interface Examination {
  readonly ok: boolean;
  readonly checks: readonly Examined[];
}

export interface Examined extends Finding {
  readonly name: string;
  /** The check whose problem must be fixed before this check can run; null for a check that ran. */
  readonly needs: HubPart | null;
}

/** A failure because the database had no free connection. */
type Refusal = Pick<NotOpened, 'message' | 'code' | 'fix'>;

const checkWithinMs = 8_000;

/** Runs all checks concurrently, each within 8 s. A check that cannot run is a finding. */
export async function examine(hub: ExaminedHub, made = checks): Promise<Examination> {
  const refusals: Refusal[] = [];
  const results = await Promise.all(
    made.map(async (check) => ({ name: check.name, ...(await findingFor(check, hub, refusals)) })),
  );
  const found = results.map((each) => (each.name === 'database' ? withRefusal(each, refusals) : each));
  return { ok: found.every(({ ok }) => ok), checks: found };
}

/** The check of the database may get a connection while other checks get none. */
function withRefusal(found: Examined, [problem]: readonly Refusal[]): Examined {
  if (problem === undefined || (!found.ok && found.needs === null)) return found;
  const finding = judgeDatabase({ problem, server: null, tables: false, holders: [] });
  return { name: found.name, ...finding, needs: null };
}

/** @param refusals gets the failure of a check for which the database had no free connection */
async function findingFor(
  check: Check,
  hub: ExaminedHub,
  refusals: Refusal[],
): Promise<Omit<Examined, 'name'>> {
  const looking = Promise.try(() => check.look(hub)).then(
    (finding) => ({ ...finding, needs: null }),
    (error: unknown) => notMade(check, error, refusals),
  );
  return within(checkWithinMs, looking, () => ({
    ok: false,
    detail: `could not run: no answer within ${checkWithinMs / 1_000} s`,
    fix: 'check the load of the database and the brokers, then run hub doctor again',
    needs: null,
  }));
}

function notMade({ name }: Check, error: unknown, refusals: Refusal[]): Omit<Examined, 'name'> {
  if (error instanceof NotOpened) {
    if (error.code === tooFewConnections) refusals.push(error);
    const detail = `could not run: ${error.part === 'settings' ? 'the settings are invalid' : `the ${error.part} cannot be opened`}`;
    const needs = error.part === name ? null : error.part;
    return { ok: false, detail, fix: `first fix what the check ${error.part} reports`, needs };
  }
  const failure = describeFailure(error);
  const detail = `could not run: ${failure.message}`;
  if (failure.code === tooFewConnections) {
    refusals.push(failure);
    return { ok: false, detail, fix: 'first fix what the check database reports', needs: 'database' };
  }
  return {
    ok: false,
    detail,
    fix: 'fix the problem, then run hub doctor again',
    needs: null,
  };
}
