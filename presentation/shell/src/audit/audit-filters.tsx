import { workspaceUri, type AuditRecord } from '@loggia/protocol';
import { useMemo } from 'react';
import { useSessions } from '../session-list/use-sessions.ts';
import { Button } from '../ui/button.tsx';
import {
  choicesIn,
  isFiltered,
  noFilter,
  sinceOf,
  type AuditFilter,
  type Choice,
  type Span,
} from './audit-filter.ts';
import { methodWord, viewChoice } from './audit-words.ts';

const spans: readonly Choice[] = [
  { value: 'hour', label: 'The last hour' },
  { value: 'day', label: 'The last day' },
  { value: 'week', label: 'The last week' },
  { value: 'month', label: 'The last month' },
];

const decisions: readonly Choice[] = [
  { value: 'allowed', label: 'Allowed' },
  { value: 'refused', label: 'Refused' },
  { value: 'failed', label: 'Failed' },
];

const callers: readonly Choice[] = [
  { value: 'person', label: 'People' },
  { value: 'agent', label: 'Agents' },
  { value: 'view', label: 'Views' },
  { value: 'handler', label: 'Handlers' },
  { value: 'key', label: 'API keys' },
];

export function AuditFilters({
  workspace,
  filter,
  records,
  views,
  onChange,
}: {
  readonly workspace: string;
  readonly filter: AuditFilter;
  readonly records: readonly AuditRecord[];
  /** The titles of Views, by their ids. */
  readonly views: ReadonlyMap<string, string>;
  onChange(filter: AuditFilter): void;
}) {
  const choices = useMemo(() => choicesIn(records), [records]);
  const { sessions: known } = useSessions();
  const here = { value: workspaceUri(workspace), label: 'This workspace' };
  const others = choices.sessions.filter((session) => session !== here.value);
  const titles = new Map(known.map(({ resource, title }) => [resource, title]));
  const sessions = [here, ...others.map((value) => ({ value, label: titles.get(value) ?? value }))];
  const set = (part: Partial<AuditFilter>): void => onChange({ ...filter, ...part });
  return (
    <div className="audit-filters" role="search" aria-label="Filter the audit">
      <input
        className="input"
        type="search"
        aria-label="Search"
        placeholder="Search"
        value={filter.text}
        onChange={(event) => set({ text: event.target.value })}
      />
      <Select
        label="Server"
        all="All servers"
        value={filter.server}
        choices={choices.servers}
        onChange={(server) => set({ server })}
      />
      <Select
        label="Decision"
        all="Every decision"
        value={filter.decision}
        choices={decisions}
        onChange={(decision) => set({ decision: decision as AuditFilter['decision'] })}
      />
      <Select
        label="Caller"
        all="Every caller"
        value={filter.caller}
        choices={[
          ...callers,
          ...choices.agents.map((name) => ({ value: `agent ${name}`, label: `Agent ${name}` })),
        ]}
        onChange={(caller) => set({ caller })}
      />
      <Select
        label="Method"
        all="Every method"
        value={filter.method}
        choices={choices.methods.map((value) => ({ value, label: methodWord({ method: value }) }))}
        onChange={(method) => set({ method })}
      />
      <Select
        label="View"
        all="Every View"
        value={filter.view}
        choices={choices.views.map((value) => ({ value, label: viewChoice(value, views) }))}
        onChange={(view) => set({ view })}
      />
      <Select
        label="Session"
        all="Every session"
        value={filter.session}
        choices={sessions}
        onChange={(session) => set({ session })}
      />
      <Select
        label="Time"
        all="Any time"
        value={filter.span}
        choices={spans}
        onChange={(span) => set({ span: span as Span, since: sinceOf(span as Span, Date.now()) })}
      />
      {isFiltered(filter) && (
        <Button kind="quiet" onClick={() => onChange(noFilter)}>
          Clear
        </Button>
      )}
    </div>
  );
}

function Select({
  label,
  all,
  value,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly all: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  onChange(value: string): void;
}) {
  // The chosen value stays in the list, even where the filter leaves no record that has it.
  const isListed = value === '' || choices.some((choice) => choice.value === value);
  return (
    <select
      className="input"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {!isListed && <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label.length > 60 ? `${choice.label.slice(0, 59)}…` : choice.label}
        </option>
      ))}
    </select>
  );
}
