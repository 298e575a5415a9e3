import type { ExtensionResult } from '@loggia/client';
import type { ToolBudget as Budget } from '@loggia/protocol';
import { budgetChoices, budgetWords } from '../servers/budget-words.ts';
import { Setting } from './setting.tsx';

type Settings = ExtensionResult<'x-loggia/readWorkspaceSettings'>;

/** How much of a model's context window the definitions of tools may take before agents search for them. */
export function ToolBudget({
  value: { settings, host },
  onChange,
}: {
  readonly value: Settings;
  onChange(budget: Budget | null): void;
}) {
  const { toolBudget: own } = settings;
  const choices = budgetChoices(own);
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
        <option value="">As everywhere ({budgetWords(host.toolBudget)})</option>
        {choices.map((choice) => (
          <option key={choice} value={String(choice)}>
            {budgetWords(choice)}
          </option>
        ))}
      </select>
    </Setting>
  );
}
