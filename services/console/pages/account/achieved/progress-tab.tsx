import type { ComponentProps, ReactNode } from 'react';
import type { AnswerOf } from '../../../../../shared/client/api.ts';
import {
  skills as gameSkills,
  overall,
  realLevel,
  realLevelMax,
  totalLevelMax,
  xpToNextLevel,
} from '../../../../../shared/domain/skill.ts';
import { SkillGlyph } from '../../common/glyphs/glyph.tsx';
import { itemHoldersAddress } from '../../common/items/item-tile.tsx';
import { ItemWithName } from '../../common/items/item-with-name.tsx';
import { exactAmount, shortAmount } from '../../common/text/format.ts';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { AccountAnswer } from '../account-answer.tsx';
import { AccountEvents } from '../account-events.tsx';
import { type AccountData, readSection } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';
import { CountBar } from './count-bar.tsx';
import { combatTiers } from './lists/combat-tier.ts';
import { DiaryGrid } from './lists/diary-grid.tsx';
import { QuestList } from './lists/quest-list.tsx';

type Progress = AnswerOf<'/accounts/{id}/progress'>['data'];

const stepTypes = ['QUEST', 'achievement_diary', 'combat_task', 'PET'];

export function ProgressTab({ account }: { readonly account: AccountData }) {
  return (
    <>
      <AccountAnswer title="Progress" account={account} category="stats" path="/accounts/{id}/progress">
        {(progress) => (
          <div className="progress-parts">
            <Levels account={account} />
            <QuestsAndTasks progress={progress} />
            <Pets pets={progress.pets} />
            {progress.diaries?.areas && <DiaryGrid areas={progress.diaries.areas} />}
            {progress.quests?.states && <QuestList quests={progress.quests.states} />}
            {!(progress.quests?.states && progress.diaries?.areas) && (
              <div className="progress-part whole">
                <NothingSent part="lists of quests and diaries" />
              </div>
            )}
          </div>
        )}
      </AccountAnswer>
      <AccountEvents account={account} title="Newest quests, tasks and pets" types={stepTypes} />
    </>
  );
}

const nextLevelsShown = 3;

/** The levels that are closest in xp. */
function Levels({ account }: { readonly account: AccountData }) {
  const read = readSection(account.skills);
  const skills = read?.skills.filter(({ skill }) => skill !== overall) ?? [];
  const next = skills
    .flatMap(({ skill, xp }) => ({ skill, xp, left: xpToNextLevel(xp) ?? 0 }))
    .filter(({ xp, left }) => left > 0 && realLevel(xp) < realLevelMax)
    .sort((one, other) => one.left - other.left);
  return (
    <Part title="Levels" part="skills" sent={read}>
      {({ total_level: total }) => (
        <>
          <CountBar label="Total level" completed={total} total={totalLevelMax} />
          <CountBar
            label={`Skills at ${realLevelMax}`}
            completed={skills.filter(({ xp }) => realLevel(xp) === realLevelMax).length}
            total={gameSkills.length}
          />
          {next.length > 0 && (
            <ul>
              {next.slice(0, nextLevelsShown).map(({ skill, xp, left }) => (
                <li key={skill} className="row small">
                  <SkillGlyph skill={skill} />
                  <span className="grow">
                    {skill} {realLevel(xp) + 1}
                  </span>
                  <span className="dim">{shortAmount(left)} xp left</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Part>
  );
}

const atLogin = 'They send it at a login.';

/** Each tenth slayer task in a row gives more points. */
const bonusEvery = 10;

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
        {({ points, total }) => (
          <>
            <CountBar label="Points" completed={points} total={total} />
            <CombatTiers points={points} total={total} />
          </>
        )}
      </Part>
      <Part title="Slayer" part="slayer" hint={atLogin} sent={slayer}>
        {({ points, streak }) => (
          <>
            <CountBar label="Slayer points" completed={points} total={null} />
            <CountBar label="Tasks in a row" completed={streak} total={null} />
            <CountBar
              label={`Bonus at task ${exactAmount(streak - (streak % bonusEvery) + bonusEvery)}`}
              completed={streak % bonusEvery}
              total={bonusEvery}
            />
          </>
        )}
      </Part>
    </>
  );
}

function CombatTiers(progress: { readonly points: number; readonly total: number | null }) {
  const { reached, next } = combatTiers(progress.points, progress.total);
  return (
    <>
      <div className="row">
        <span className="grow dim">Tier</span>
        <b>{reached?.name ?? 'none yet'}</b>
      </div>
      {next !== null && (
        <CountBar label={`Points for ${next.name}`} completed={progress.points} total={next.points} />
      )}
    </>
  );
}

function Pets({ pets }: Pick<Progress, 'pets'>) {
  return (
    <section className="progress-part">
      <h3 className="grow">Pets{pets !== null && ` (${pets.length})`}</h3>
      {pets === null && (
        <NothingSent part="pets" hint="RuneLite's plugin Chat Commands must be on." isShort />
      )}
      {pets?.length === 0 && <p className="dim">No pet yet.</p>}
      <ul className="named-items">
        {pets?.map((pet) => (
          <li key={`${pet.id} ${pet.name}`}>
            <ItemWithName id={pet.id} name={pet.name} quantity={null} to={itemHoldersAddress(pet)}>
              {pet.obtained_at === null ? 'date unknown' : <TimeAgo at={pet.obtained_at} />}
            </ItemWithName>
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
      {sent === null ? <NothingSent {...nothingSent} isShort /> : children(sent)}
    </section>
  );
}
