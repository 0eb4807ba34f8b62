import type { ComponentProps, ReactNode } from 'react';
import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { ItemTile, itemName } from '../../common/items/item-tile.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { AccountAnswer } from '../account-answer.tsx';
import type { AccountData } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';
import { CountBar } from './count-bar.tsx';

type Progress = AnswerOf<'/accounts/{id}/progress'>['data'];

export function ProgressTab({ account }: { readonly account: AccountData }) {
  return (
    <AccountAnswer title="Progress" account={account} category="stats" path="/accounts/{id}/progress">
      {(progress) => (
        <div className="progress-parts">
          <QuestsAndTasks progress={progress} />
          <Pets pets={progress.pets} />
        </div>
      )}
    </AccountAnswer>
  );
}

const atLogin = 'They send it at a login.';

function QuestsAndTasks({ progress }: { readonly progress: Progress }) {
  const { quests, diaries, combat_achievements: combat, slayer } = progress;
  return (
    <>
      <Part title="Quests" part="quests" sent={quests}>
        {({ completed, total, points }) => (
          <>
            <CountBar label="Finished quests" completed={completed} total={total} />
            <CountBar label="Quest points" completed={points} total={null} />
          </>
        )}
      </Part>
      <Part title="Achievement diaries" part="diaries" hint={atLogin} sent={diaries}>
        {({ completed, total, tasks_completed: tasks, tasks_total: allTasks }) => (
          <>
            <CountBar label="Finished diaries" completed={completed} total={total} />
            <CountBar label="Tasks" completed={tasks} total={allTasks} />
          </>
        )}
      </Part>
      <Part title="Combat achievements" part="combat achievements" hint={atLogin} sent={combat}>
        {({ points, total }) => <CountBar label="Points" completed={points} total={total} />}
      </Part>
      <Part title="Slayer" part="slayer" hint={atLogin} sent={slayer}>
        {({ points, streak }) => (
          <>
            <CountBar label="Slayer points" completed={points} total={null} />
            <CountBar label="Tasks in a row" completed={streak} total={null} />
          </>
        )}
      </Part>
    </>
  );
}

function Pets({ pets }: Pick<Progress, 'pets'>) {
  return (
    <section className="progress-part wide">
      <h3 className="grow">Pets{pets !== null && ` (${pets.length})`}</h3>
      {pets === null && <NothingSent part="pets" hint="RuneLite's plugin Chat Commands must be on." />}
      {pets?.length === 0 && <p className="dim">No pet yet.</p>}
      <ul className="pets">
        {pets?.map((pet) => (
          <li key={`${pet.id} ${pet.name}`} className="row">
            <ItemTile id={pet.id} name={pet.name} quantity={null} worth={null} />
            <span>
              <bdi>{itemName(pet)}</bdi>
              <br />
              <span className="dim small">
                {pet.obtained_at === null ? 'date unknown' : <TimeAgo at={pet.obtained_at} />}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PartProps<Sent> extends ComponentProps<typeof NothingSent> {
  readonly title: string;
  /** Null before a plugin sends the part. */
  readonly sent: Sent | null;
  readonly children: (sent: Sent) => ReactNode;
}

function Part<Sent extends { readonly updated_at: string }>(props: PartProps<Sent>) {
  const { title, sent, children, ...nothingSent } = props;
  return (
    <section className="progress-part">
      <div className="row">
        <h3 className="grow">{title}</h3>
        {sent !== null && (
          <span className="dim small">
            <TimeAgo at={sent.updated_at} />
          </span>
        )}
      </div>
      {sent === null ? <NothingSent {...nothingSent} /> : children(sent)}
    </section>
  );
}
