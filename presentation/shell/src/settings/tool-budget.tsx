import type { ExtensionResult } from '@loggia/client';
import { Setting } from './setting.tsx';

type Settings = ExtensionResult<'x-loggia/readWorkspaceSettings'>;
type Budget = Settings['settings']['toolBudget'];

const offered: readonly NonNullable<Budget>[] = [2_000, 5_000, 10_000, 20_000, 50_000, 'off'];

/** How much of a model's context window the definitions of tools may take before agents search for them. */
export function ToolBudget({
  value: { settings, host },
  onChange,
}: {
  readonly value: Settings;
  onChange(budget: NonNullable<Budget> | null): void;
}) {
  const { toolBudget: own } = settings;
  const choices = [...new Set([...offered, ...(own === undefined ? [] : [own])])];
  return (
    <Setting
      title="Room for tools"
      help="In the model’s context window. If the tools of a session need more, its agent searches for them."
    >
      <select
        className="input"
        aria-label="Room for tools in this workspace"
        value={own === undefined ? '' : String(own)}
        onChange={({ target }) => {
          const budget = choices.find((choice) => String(choice) === target.value);
          onChange(budget ?? null);
        }}
      >
        <option value="">As everywhere ({wordsFor(host.toolBudget)})</option>
        {choices.map((choice) => (
          <option key={choice} value={String(choice)}>
            {wordsFor(choice)}
          </option>
        ))}
      </select>
    </Setting>
  );
}

function wordsFor(budget: Budget): string {
  if (budget === undefined) return 'A tenth of the window';
  return budget === 'off' ? 'No limit' : `${budget.toLocaleString()} tokens`;
}
