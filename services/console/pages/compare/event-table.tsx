import { Link } from 'react-router';
import type { HubClient } from '../../../../shared/client/open-client.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { type PeriodName, periodMs } from '../common/period.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { type ComparedPlayer, PlayerTable } from './player-table.tsx';

export interface ComparedRow {
  readonly name: string;
  readonly address?: string;
  /** Without a unit, the values are counts. */
  readonly unit?: 'gp';
  /** By account; an account without a value is unknown. */
  readonly values: ReadonlyMap<string, number | null>;
}

/** What is compared, from an answer for each account. */
export interface ComparedPart<Answer> {
  readonly title: string;
  readonly titleOfGains: string;
  readonly first: string;
  readonly whenEmpty?: string;
  /** @param from epoch ms; undefined for all events */
  readonly ask: (
    client: HubClient,
    asked: { readonly id: string; readonly from: number | undefined },
    signal: AbortSignal,
  ) => Promise<Answer>;
  readonly rowsOf: (answers: readonly Answer[], isGained: boolean) => readonly ComparedRow[];
  readonly noteOf?: (answers: readonly Answer[]) => string | null;
}

interface Props<Answer> {
  readonly part: ComparedPart<Answer>;
  readonly accounts: readonly ComparedPlayer[];
  /** Ids of the accounts whose `events` can be read. */
  readonly readable: readonly string[];
  /** Whether only the last `span` counts. */
  readonly isGained: boolean;
  readonly span: PeriodName;
}

export function EventTable<Answer>({ part, accounts, readable, isGained, span }: Props<Answer>) {
  const asked = useHubAnswer(
    part.title,
    { readable, isGained, span },
    (client, signal) => {
      const from = isGained ? Date.now() - periodMs[span] : undefined;
      return Promise.all(readable.map((id) => part.ask(client, { id, from }, signal)));
    },
    { enabled: readable.length > 0, everyMs: 300_000 },
  );
  return (
    <AnswerPanel title={isGained ? `${part.titleOfGains} in a ${span}` : part.title} asked={asked}>
      {(answers) => (
        <>
          <PlayerTable
            label={`${part.title} of the players`}
            first={{
              title: part.first,
              cell: ({ name, address }) =>
                address === undefined ? (
                  name
                ) : (
                  <Link to={address}>
                    <Name of={name} />
                  </Link>
                ),
            }}
            rows={part.rowsOf(answers, isGained)}
            keyOf={({ name }) => name}
            accounts={accounts}
            amountOf={({ id }, { values }) => values.get(id) ?? null}
            unitOf={({ unit }) => unit ?? null}
            hasPlusSign={isGained}
            whenEmpty={part.whenEmpty ?? ''}
          />
          <p className="panel-body dim small">{part.noteOf?.(answers)}</p>
        </>
      )}
    </AnswerPanel>
  );
}
