import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { HubClient } from './hub-client.ts';
import { dropReport } from './sample-report.ts';

/**
 * Reports drop after drop, and resends each report byte for byte until the hub acknowledges the
 * report.
 */
export interface PersistentPlayer {
  readonly name: string;
  /** Markers of acknowledged drops, in order. */
  readonly acknowledged: readonly string[];
  /** Hitpoints of the last acknowledged report. */
  readonly hitpoints: number;
  /** The answer to each report that had to be sent again. */
  readonly refusals: readonly string[];
  /** Finishes the current report. @throws when the hub gave an answer that it must not give */
  stop(): Promise<void>;
}

const resendAfterMs = 25;
/** The plugin gives up after 10 s. */
const answerWithinMs = 10_000;
/** A passing fault must be a 503 (plugin-protocols.md): after a 500, plugins rest for minutes. */
const mayBeRefused = /^(no answer|503, Retry-After: [1-9]\d*)$/;

/** Without a rest, a few players use up the machine on which the hub must recover. */
export function startPersistentPlayer(
  client: Pick<HubClient, 'report'>,
  token: string,
  name: string,
  { restMs = 250 } = {},
): PersistentPlayer {
  const acknowledged: string[] = [];
  const refusals: string[] = [];
  let hitpoints = 0;
  let stopped = false;

  async function play(): Promise<void> {
    while (!stopped) {
      const marker = randomUUID();
      const hp = 1 + (acknowledged.length % 99);
      const report = JSON.stringify(dropReport({ name, marker, hitpoints: hp }));
      while (!(await isAcknowledged(report))) await delay(resendAfterMs);
      acknowledged.push(marker);
      hitpoints = hp;
      await delay(restMs);
    }
  }

  async function isAcknowledged(report: string): Promise<boolean> {
    const answer = await Promise.race([client.report(token, report), delay(answerWithinMs)]).catch(
      () => null,
    );
    // After any other answer, a plugin drops the report.
    if (answer && ![200, 429, 500, 502, 503, 504].includes(answer.status)) {
      throw new Error(`a report was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    if (answer?.status === 200) return true;
    refusals.push(
      answer ? `${answer.status}, Retry-After: ${answer.headers.get('retry-after')}` : 'no answer',
    );
    return false;
  }

  const playing = play();
  // Without this, the error is an unhandled rejection before `stop` rejects.
  playing.catch(() => {});
  return {
    name,
    acknowledged,
    refusals,
    get hitpoints() {
      return hitpoints;
    },
    stop: async () => {
      stopped = true;
      await playing;
      const wrong = new Set(refusals.filter((refusal) => !mayBeRefused.test(refusal)));
      if (wrong.size > 0) throw new Error(`reports of ${name} were answered ${[...wrong].join('; ')}`);
    },
  };
}
