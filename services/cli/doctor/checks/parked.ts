import { type ParkedHead, readParked } from '../../../../shared/projection/parking/read-parked.ts';
import { counted } from '../../terminal/progress-display.ts';
import { defineCheck, type Finding, findingOf } from '../finding.ts';

export const parkedCheck = defineCheck('parked', (hub) => readParked(hub.database()), judgeParked);

type ParkedEvent = Pick<ParkedHead, 'projection' | 'generation' | 'waiting'>;

export function judgeParked(parked: readonly ParkedEvent[]): Finding {
  const byGeneration = Map.groupBy(parked, ({ projection, generation }) => `${projection} ${generation}`);
  const faults = [...byGeneration.values()].map((heads) => {
    const [{ projection, generation }] = heads as [ParkedEvent];
    const waiting = heads.reduce((sum, head) => sum + head.waiting, 0);
    const behind =
      waiting === 0 ? '' : `, and ${counted(waiting, 'event')} ${waiting === 1 ? 'waits' : 'wait'} behind`;
    return {
      what: `generation ${generation} of ${projection} could not fold ${counted(heads.length, 'event')}${behind}`,
      why: 'they are missing in answers of the API',
      fix: 'hub parked list, then hub parked retry ID after an update, or hub parked drop ID',
    };
  });
  return findingOf(faults, 'no event is parked');
}
