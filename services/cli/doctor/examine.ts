import { within } from '../../../shared/async/waiting.ts';
import { describeFailure } from '../terminal/report-failure.ts';
import { checks } from './checks.ts';
import { type ExaminedHub, type HubPart, NotOpened } from './examined-hub.ts';
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

const checkWithinMs = 8_000;

/** Runs all checks concurrently, each within 8 s. A check that cannot run is a finding. */
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
    detail: `could not run: no answer within ${checkWithinMs / 1_000} s`,
    fix: 'check the load of the database and the brokers, then run hub doctor again',
    needs: null,
  }));
}

function notMade({ name }: Check, error: unknown): Omit<Examined, 'name'> {
  if (error instanceof NotOpened) {
    const detail = `could not run: ${error.part === 'settings' ? 'the settings are invalid' : `the ${error.part} cannot be opened`}`;
    const needs = error.part === name ? null : error.part;
    return { ok: false, detail, fix: `first fix what the check ${error.part} reports`, needs };
  }
  const { message } = describeFailure(error);
  return {
    ok: false,
    detail: `could not run: ${message}`,
    fix: 'fix the problem, then run hub doctor again',
    needs: null,
  };
}
