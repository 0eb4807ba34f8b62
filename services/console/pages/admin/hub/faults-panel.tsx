import { Panel } from '../../common/panel/panel.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { FaultsAnswer } from '../admin-answers.ts';

export function FaultsPanel() {
  const { body } = useConsoleAnswer<FaultsAnswer>('admin/faults');
  const faults = body?.faults ?? [];
  if (faults.length === 0) return null;
  return (
    <Panel title="Needs attention">
      <div className="panel-body">
        <dl className="findings">
          {faults.map(({ what, why, fix }) => (
            <div key={what}>
              <dt className="danger">{what}</dt>
              <dd>
                {why}
                <p className="fix">→ {fix}</p>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
