import { CopyButton } from '../../common/fields/copy-button.tsx';
import { commandIn } from './command-in.ts';

interface Finding {
  readonly what: string;
  readonly why: string;
  readonly fix: string | null;
  readonly isGood?: boolean;
}

export function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <dl className="findings">
      {findings.map(({ what, why, fix, isGood = false }) => (
        <div key={what}>
          <dt className={isGood ? 'good' : 'danger'}>{what}</dt>
          <dd>
            {why}
            {fix !== null && <Fix text={fix} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Fix({ text }: { readonly text: string }) {
  const command = commandIn(text);
  return (
    <div className="row wrap">
      <p className="fix">→ {text}</p>
      {command !== null && <CopyButton label={`Copy “${command}”`} text={command} />}
    </div>
  );
}
