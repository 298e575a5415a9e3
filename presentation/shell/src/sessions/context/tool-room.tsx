import { budgetChoices, budgetWords } from '../../servers/budget-words.ts';
import { Field } from '../../ui/field.tsx';
import type { SessionToolsInHand } from './use-session-tools.ts';

/** How much of the window the definitions of tools may take in this session. */
export function ToolRoom({
  tools: { budget, budgetAround, change },
}: {
  readonly tools: SessionToolsInHand;
}) {
  const choices = budgetChoices(budget);
  return (
    <Field
      label="Room for tools"
      help="If its tools need more, the agent searches for those that aren’t pinned. Counts from the next message on."
    >
      {(wiring) => (
        <select
          {...wiring}
          className="input"
          value={budget === undefined ? '' : String(budget)}
          onChange={({ target }) =>
            change({ budget: choices.find((choice) => String(choice) === target.value) ?? null })
          }
        >
          <option value="">As in the workspace ({budgetWords(budgetAround)})</option>
          {choices.map((choice) => (
            <option key={choice} value={String(choice)}>
              {budgetWords(choice)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
