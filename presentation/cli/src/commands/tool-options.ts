import type { SessionToolsChange, ToolBudget } from '@loggia/protocol';
import { printableLine } from '../output/printable.ts';
import { wholeNumber } from './choice.ts';

/** How much room tools may take and which are pinned, for a workspace or a session. `whose` settings are the default. */
export function toolOptions(whose: string) {
  return {
    'tool-budget': {
      kind: 'text',
      value: 'TOKENS',
      says: `Tokens for the definitions of tools before agents search for them, "off", or "default" (${whose})`,
      example: '--tool-budget 5000',
    },
    pin: {
      kind: 'text',
      value: 'NAMES',
      says: 'Servers, or server/tool, whose tools agents always have, separated by commas; "none" for none',
      example: '--pin Boards,Files/read_file',
    },
  } as const;
}

/** The choices that were typed; a budget of null is the default. */
export function toolsIn(options: {
  readonly 'tool-budget'?: string | undefined;
  readonly pin?: string | undefined;
}): SessionToolsChange {
  const { 'tool-budget': budget, pin } = options;
  return {
    budget: budget === undefined ? undefined : budgetIn(budget),
    pins: pin === undefined ? undefined : pinsIn(pin),
  };
}

function budgetIn(text: string): ToolBudget | null {
  if (text === 'default') return null;
  return text === 'off' ? 'off' : wholeNumber('--tool-budget', text, 0);
}

function pinsIn(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  return text === 'none' ? [] : names.filter((name) => name !== '');
}

/** After "Agents" or the name of one. */
export function searchWords(budget: ToolBudget | undefined): string {
  if (budget === 'off') return 'are given all tools';
  const room = budget === undefined ? 'a tenth of the model’s window' : `${budget} tokens`;
  return `search for tools that need more than ${room}`;
}

export function pinnedWords(pins: readonly string[]): string {
  return `Agents always have the tools of ${pins.map(printableLine).join(', ')}.`;
}
