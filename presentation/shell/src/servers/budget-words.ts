import type { ToolBudget } from '@loggia/protocol';

const usual: readonly ToolBudget[] = [2_000, 5_000, 10_000, 20_000, 50_000, 'off'];

/** The budgets to choose from, with the current one. */
export function budgetChoices(current: ToolBudget | undefined): readonly ToolBudget[] {
  return [...new Set([...usual, ...(current === undefined ? [] : [current])])];
}

export function budgetWords(budget: ToolBudget | undefined): string {
  if (budget === undefined) return 'A tenth of the window';
  return budget === 'off' ? 'No limit' : `${budget.toLocaleString()} tokens`;
}
