import { describe, expect, it } from 'vitest';
import { runDrill } from '../../services/projector/backup/run-drill.ts';
import { openBackedUpHub } from '../support/hub/backed-up-hub.ts';
import { runJson } from '../support/hub/command-line.ts';
import { everyLog } from '../support/kafka/hub.ts';
import { patient } from '../support/runner/patience.ts';

const onKafka = (await everyLog('The drill of a backup')).filter(
  ({ log, missing }) => log === 'Kafka' && !missing,
);

describe.each(onKafka)('on $log', ({ settings: settingsOfLog }) => {
  it('a drill of a backup succeeds on a hub that has more records than the backup', {
    timeout: patient(540_000),
  }, async () => {
    const { settings, report, accounts } = await openBackedUpHub(settingsOfLog());
    const { file } = await runJson(settings, ['backup', 'now']);
    await report('ha-death');
    await runJson(settings, ['account', 'erase', accounts.data[0].id]);
    await report('ha-snapshot');

    const environment = { PATH: process.env.PATH, ...settings };
    expect(await runDrill({ file, environment, signal: new AbortController().signal })).toBeNull();
    expect(await runJson(settings, ['backup', 'list'])).toMatchObject({
      backups: [{ file, verified_at: expect.stringMatching(/Z$/), problem: null }],
    });
  });
});
