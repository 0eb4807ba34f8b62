import { type ParkedHead, readParked } from '../../../../shared/projection/parking/read-parked.ts';
import { type Check, type Finding, findingOf } from '../finding.ts';

/** Whether events wait because a projection could not fold them. */
export const parkedCheck: Check = {
  name: 'parked',
  run: async (hub) => judgeParked(await readParked(hub.database())),
};

export function judgeParked(parked: readonly Pick<ParkedHead, 'projection' | 'waiting'>[]): Finding {
  const byProjection = Map.groupBy(parked, ({ projection }) => projection);
  const faults = [...byProjection].map(([name, heads]) => {
    const waiting = heads.reduce((sum, head) => sum + head.waiting, 0);
    return {
      what: `${name} could not fold ${heads.length} events${waiting === 0 ? '' : `, and ${waiting} wait behind them`}`,
      why: 'they are missing in answers of the API',
      fix: 'hub parked list, then hub parked retry ID after an update, or hub parked drop ID',
    };
  });
  return findingOf(faults, 'no event is parked');
}
