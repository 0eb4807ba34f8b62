import type { ReactNode } from 'react';
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
      <Part title="Quests" at={quests?.updated_at}>
        {quests === null ? (
          <NothingSent part="quests" />
        ) : (
          <>
            <CountBar label="Finished quests" completed={quests.completed} total={quests.total} />
            <CountBar label="Quest points" completed={quests.points} total={null} />
          </>
        )}
      </Part>
      <Part title="Achievement diaries" at={diaries?.updated_at}>
        {diaries === null ? (
          <NothingSent part="diaries" hint={atLogin} />
        ) : (
          <>
            <CountBar label="Finished diaries" completed={diaries.completed} total={diaries.total} />
            <CountBar label="Tasks" completed={diaries.tasks_completed} total={diaries.tasks_total} />
          </>
        )}
      </Part>
      <Part title="Combat achievements" at={combat?.updated_at}>
        {combat === null ? (
          <NothingSent part="combat achievements" hint={atLogin} />
        ) : (
          <CountBar label="Points" completed={combat.points} total={combat.total} />
        )}
      </Part>
      <Part title="Slayer" at={slayer?.updated_at}>
        {slayer === null ? (
          <NothingSent part="slayer" hint={atLogin} />
        ) : (
          <>
            <CountBar label="Slayer points" completed={slayer.points} total={null} />
            <CountBar label="Tasks in a row" completed={slayer.streak} total={null} />
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

interface PartProps {
  readonly title: string;
  readonly at: string | undefined;
  readonly children: ReactNode;
}

function Part({ title, at, children }: PartProps) {
  return (
    <section className="progress-part">
      <div className="row">
        <h3 className="grow">{title}</h3>
        {at !== undefined && (
          <span className="dim small">
            <TimeAgo at={at} />
          </span>
        )}
      </div>
      {children}
    </section>
  );
}
