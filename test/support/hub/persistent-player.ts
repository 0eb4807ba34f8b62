import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { HubClient } from './hub-client.ts';
import { dropReport } from './sample-report.ts';

/**
 * A player whose plugin reports drop after drop, and resends each report byte for byte until it is
 * acknowledged.
 */
export interface PersistentPlayer {
  readonly name: string;
  /** Markers of the drops that the hub acknowledged, in order. */
  readonly acknowledged: readonly string[];
  /** Hitpoints of the last acknowledged report. */
  readonly hitpoints: number;
  /** The answer to each report that had to be sent again. */
  readonly refusals: readonly string[];
  /**
   * Finishes the current report, and ends.
   * @throws when the hub gave an answer that it may not give
   */
  stop(): Promise<void>;
}

const resendAfterMs = 25;
/** The plugin gives up after 10 s. A killed hub does not answer at all. */
const answerWithinMs = 10_000;
/**
 * A passing fault is a 503 (plugin-protocols.md): after a 500, plugins rest for minutes. A killed
 * hub gives no answer.
 */
const mayBeRefused = /^(no answer|503, Retry-After: [1-9]\d*)$/;

/**
 * Starts a player. `restMs` is the time between an acknowledged report and the next. Without a
 * rest, a few players use up the machine on which the hub must recover.
 */
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
    // A plugin resends after these answers only. After any other answer it drops the report, and
    // the drop is lost.
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
  // `stop` rejects with the error. Until a test calls `stop`, the error must not count as an
  // unhandled rejection.
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
