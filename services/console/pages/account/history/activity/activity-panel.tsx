import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { pagePaths } from '../../../../page-paths.ts';
import { browserTimeZone } from '../../../browser/time-zone.ts';
import { SegmentedControl } from '../../../common/fields/segmented-control.tsx';
import { Figure, Figures } from '../../../common/panel/figures.tsx';
import { amountColumn, numberColumn } from '../../../common/table/columns.tsx';
import { DataTable } from '../../../common/table/data-table.tsx';
import { Amount } from '../../../common/text/amount.tsx';
import {
  countText,
  exactAmount,
  exactDate,
  minutesText,
  startOfDate,
  startOfDay,
} from '../../../common/text/format.ts';
import { useAddressChoice, useAddressValue } from '../../../state/use-address-value.ts';
import { AccountAnswer } from '../../account-answer.tsx';
import { type AccountData, missingCategory } from '../../account-sections.ts';
import {
  type ActivityDay,
  type ActivityMeasure,
  type CalendarDay,
  listCalendarDays,
  sumYear,
} from './activity-year.ts';
import './activity.css';

const measures = ['time', 'xp'] as const;

export function ActivityPanel({ account }: { readonly account: AccountData }) {
  const thisYear = new Date().getFullYear();
  const [text, setYear] = useAddressValue('year', String(thisYear));
  const [measure, setMeasure] = useAddressChoice('measure', measures);
  const firstYear = new Date(account.first_seen).getFullYear();
  const years = Array.from({ length: thisYear - firstYear + 1 }, (_, back) => thisYear - back);
  const year = years.find((each) => String(each) === text) ?? thisYear;
  const actions = (
    <>
      {years.length > 1 && (
        <select aria-label="Year" value={year} onChange={({ target }) => setYear(target.value)}>
          {years.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
      <SegmentedControl label="Colour by" choices={measures} chosen={measure} onChoose={setMeasure} />
    </>
  );
  return (
    <AccountAnswer
      title={`Activity of ${year}`}
      actions={actions}
      account={account}
      category="activity"
      path="/accounts/{id}/activity-days"
      parameters={{ year, tz: browserTimeZone() }}
      csvName={`activity ${year}`}
    >
      {({ year: shown, days }) => (
        <ActivityOfYear year={shown} days={days} measure={measure} account={account} />
      )}
    </AccountAnswer>
  );
}

interface YearProps {
  readonly year: number;
  readonly days: readonly ActivityDay[];
  readonly measure: ActivityMeasure;
  readonly account: AccountData;
}

function ActivityOfYear({ year, days, measure, account }: YearProps) {
  return (
    <div className="panel-body activity">
      {days.length === 0 && (
        <p className="dim">Nobody played this account in this year. All plugins send when it is played.</p>
      )}
      <Calendar
        days={listCalendarDays(year, days, measure, account.first_seen).filter(hasBegun)}
        account={account}
      >
        {days.length > 0 && <YearFigures days={days} />}
      </Calendar>
      {days.length > 0 && (
        <details>
          <summary>Days as a table</summary>
          <DayTable days={days} />
        </details>
      )}
    </div>
  );
}

function YearFigures({ days }: Pick<YearProps, 'days'>) {
  const { minutes, xp, longestStreak } = sumYear(days);
  return (
    <Figures>
      <Figure title="Time of play">{minutesText(minutes)}</Figure>
      <Figure title="Days with play">{exactAmount(days.length)}</Figure>
      <Figure title="Most days in a row">{exactAmount(longestStreak)}</Figure>
      <Figure title="Time per day with play">{minutesText(Math.round(minutes / days.length))}</Figure>
      {xp !== null && (
        <Figure title="Xp">
          <Amount value={xp} unit="xp" hasPlusSign />
        </Figure>
      )}
    </Figures>
  );
}

const cell = 14;
const labelWidth = 30;
const labelHeight = 16;
/** Fewer weeks than these do not fill the line, because their cells would be very large. */
const shortMax = 26;

/** Up and down is a day, left and right is a week. */
const stepOfKey: Readonly<Record<string, number>> = {
  ...{ ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 },
};

function hasBegun({ day }: CalendarDay): boolean {
  return startOfDate(day) <= Date.now();
}

interface CalendarProps extends Pick<YearProps, 'account'> {
  readonly days: readonly CalendarDay[];
  /** Stands next to a short calendar, and above a long calendar. */
  readonly children: ReactNode;
}

/** The table has the same days for screen readers. */
function Calendar({ days, account, children }: CalendarProps) {
  const [shown, setShown] = useState<CalendarDay | null>(null);
  const frame = useRef<HTMLElement>(null);
  const weeks = (days.at(-1)?.week ?? 0) + 1;
  const year = days[0]?.day.slice(0, 4);
  const width = labelWidth + weeks * cell;
  const scrollTo = (week: number) => {
    const { scrollWidth = 0 } = frame.current ?? {};
    frame.current?.scrollTo({ left: scrollWidth * ((week - 10) / weeks) });
  };
  // The newest days are what a visitor of a narrow window looks for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another year scrolls again
  useEffect(() => scrollTo(days.findLast(({ played }) => played !== null)?.week ?? 0), [year]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOfKey[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const present = days.findIndex(({ day }) => day === shown?.day);
    const next = days[present < 0 ? days.length - 1 : present + step];
    if (next === undefined) return;
    setShown(next);
    scrollTo(next.week);
  };
  const isShort = weeks < shortMax;
  return (
    <>
      <div className={isShort ? 'calendar-row is-short' : 'calendar-row'}>
        {children}
        <section
          ref={frame}
          className="calendar"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go from day to day
          tabIndex={0}
          aria-label="Calendar of played days"
          onKeyDown={onKeyDown}
        >
          <svg
            viewBox={`0 0 ${width} ${labelHeight + 7 * cell}`}
            style={{ minWidth: width, maxWidth: isShort ? 2 * width : undefined }}
            role="img"
            aria-label={`${year}: ${countText(days.filter(({ level }) => level > 0).length, 'played day')}`}
          >
            <Labels days={days} />
            {days.map((each) => (
              <rect
                key={each.day}
                data-level={each.level}
                className={each.day === shown?.day ? 'shown' : each.isBefore ? 'outside' : undefined}
                x={labelWidth + each.week * cell}
                y={labelHeight + each.weekday * cell}
                {...square}
                onPointerEnter={() => setShown(each)}
                onPointerDown={() => setShown(each)}
              />
            ))}
          </svg>
        </section>
      </div>
      <div className="row wrap small dim">
        <p className="grow" role="status">
          {shown === null ? 'Point at a day, press it, or use the arrow keys.' : textOf(shown)}
          {shown?.played && <EventsLink account={account} day={shown.day} />}
        </p>
        <Legend />
      </div>
    </>
  );
}

const square = { width: cell - 2, height: cell - 2, rx: 2 };

function Labels({ days }: { readonly days: readonly CalendarDay[] }) {
  return (
    <>
      {days
        .filter(({ day }) => day.endsWith('-01'))
        .map(({ day, week }) => (
          <text key={day} x={labelWidth + week * cell} y={11}>
            {monthName.format(Date.parse(day))}
          </text>
        ))}
      {[0, 2, 4].map((weekday) => (
        <text key={weekday} x={0} y={labelHeight + weekday * cell + 10}>
          {weekdayName.format(Date.UTC(2024, 0, 1 + weekday))}
        </text>
      ))}
    </>
  );
}

function Legend() {
  return (
    <span className="row">
      Less
      <svg width={5 * cell} height={cell} aria-hidden="true">
        {[0, 1, 2, 3, 4].map((level) => (
          <rect key={level} data-level={level} x={level * cell} y={1} {...square} />
        ))}
      </svg>
      More
    </span>
  );
}

const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const weekdayName = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });

function dateText(day: string): string {
  return exactDate(startOfDate(day));
}

function textOf(shown: CalendarDay): string {
  const { day, played } = shown;
  if (shown.isBefore) return `${dateText(day)}: before the first report`;
  if (played === null) return `${dateText(day)}: not played`;
  const { minutes, sessions, xp } = played;
  const gain = xp === undefined || xp === null ? '' : `, +${exactAmount(xp)} xp`;
  return `${dateText(day)}: ${minutesText(minutes)} in ${countText(sessions, 'session')}${gain}`;
}

function EventsLink({ account, day }: Pick<YearProps, 'account'> & Pick<CalendarDay, 'day'>) {
  if (missingCategory(account, 'events') !== undefined) return null;
  const start = startOfDate(day);
  const [from, to] = [start, startOfDay(start, -1) - 1].map((at) => new Date(at).toISOString());
  return (
    <>
      {' · '}
      <Link to={`${pagePaths.events}?account=${account.id}&from=${from}&to=${to}`}>Events</Link>
    </>
  );
}

function DayTable({ days }: Pick<YearProps, 'days'>) {
  return (
    <DataTable
      label="Played days"
      rows={days.toReversed()}
      keyOf={({ day }) => day}
      whenEmpty="No day yet."
      columns={[
        { title: 'Day', cell: ({ day }) => dateText(day), sortBy: ({ day }) => day },
        numberColumn('Time', ({ minutes }: ActivityDay) => minutes, minutesText),
        numberColumn('Sessions', ({ sessions }: ActivityDay) => sessions),
        amountColumn('Xp', 'xp', ({ xp = null }: ActivityDay) => xp),
      ]}
    />
  );
}
