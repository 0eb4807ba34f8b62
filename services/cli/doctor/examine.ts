import { within } from '../../../shared/async/waiting.ts';
import { describeFailure } from '../terminal/report-failure.ts';
import { judgeDatabase, unopenedDatabase } from './checks/database.ts';
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
  /** The check whose problem must be fixed before this check can run; otherwise null. */
  readonly needs: HubPart | null;
}

const checkWithinMs = 8_000;

/** Runs all checks concurrently, each within 8 s. A check that cannot run is a finding. */
export async function examine(hub: ExaminedHub, made = checks): Promise<Examination> {
  const outcomes = await Promise.all(made.map((check) => outcomeOf(check, hub)));
  const noFreeConnection = outcomes.find(hasNoFreeConnection) ?? null;
  const found = outcomes.map((outcome, index) =>
    examinedOf(made[index]?.name ?? '', outcome, noFreeConnection),
  );
  return { ok: found.every(({ ok }) => ok), checks: found };
}

function outcomeOf(check: Check, hub: ExaminedHub): Promise<Finding | NotOpened> {
  return within<Finding | NotOpened>(
    checkWithinMs,
    Promise.try(() => check.run(hub)).catch(failureOf),
    () => ({
      ok: false,
      detail: `could not run: no answer within ${checkWithinMs / 1_000} s`,
      fix: 'check the load of the database and the brokers, then run hub doctor again',
    }),
  );
}

function failureOf(error: unknown): Finding | NotOpened {
  if (error instanceof NotOpened) return error;
  const { code, message } = describeFailure(error);
  if (code === tooFewConnections) return new NotOpened('database', error);
  const fix = 'fix the problem, then run hub doctor again';
  return { ok: false, detail: `could not run: ${message}`, fix };
}

function hasNoFreeConnection(outcome: Finding | NotOpened): outcome is NotOpened {
  return outcome instanceof NotOpened && outcome.code === tooFewConnections;
}

function examinedOf(
  name: string,
  outcome: Finding | NotOpened,
  noFreeConnection: NotOpened | null,
): Examined {
  // If any check got no connection, the check `database` reports this, even if it got a connection
  // itself.
  if (name === 'database' && noFreeConnection !== null && (outcome instanceof NotOpened || outcome.ok)) {
    const finding = judgeDatabase({ ...unopenedDatabase, problem: noFreeConnection });
    return { name, ...finding, needs: null };
  }
  if (!(outcome instanceof NotOpened)) return { name, ...outcome, needs: null };
  const { part, message } = outcome;
  const unopened = part === 'settings' ? 'the settings are invalid' : `the ${part} cannot be opened`;
  const detail = `could not run: ${hasNoFreeConnection(outcome) ? message : unopened}`;
  const needs = part === name ? null : part;
  return { name, ok: false, detail, fix: `first fix the problem that the check \`${part}\` reports`, needs };
}
