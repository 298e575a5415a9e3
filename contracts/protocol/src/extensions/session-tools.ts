import type { ConfigState } from '../common/config.ts';

/** The tokens that definitions of tools may take before agents search for them; `off` for no limit. */
export type ToolBudget = number | 'off';

/** A session's own settings for the tools of its agent. */
export interface SessionTools {
  /** Undefined to leave it to the workspace and the host. */
  readonly budget: ToolBudget | undefined;
  /** Servers, or `server/tool`, that are pinned in addition to those of the workspace and the host. */
  readonly pins: readonly string[];
}

/** The names of the settings of a session. A setting has one type, so the budget is text. */
export const sessionToolSettings = { budget: 'toolBudget', pins: 'pinnedTools' } as const;

const inherited = 'default';
const mostTokens = 10_000_000;
const mostPins = 200;
const longestPin = 200;

type Values = Readonly<Record<string, unknown>>;

/** A value that can't be used counts as none. */
export function sessionToolsIn(values: Values | undefined): SessionTools {
  const { [sessionToolSettings.budget]: budget, [sessionToolSettings.pins]: pins } = values ?? {};
  return {
    budget: budgetIn(budget) ?? undefined,
    pins: Array.isArray(pins) ? [...new Set(pins.filter(isPin))].slice(0, mostPins) : [],
  };
}

/** A change of some of them; a budget of null leaves it to the workspace and the host. */
export interface SessionToolsChange {
  readonly budget?: ToolBudget | null | undefined;
  readonly pins?: readonly string[] | undefined;
}

/** The values that make the change. */
export function sessionToolValues({ budget, pins }: SessionToolsChange): Record<string, unknown> {
  return {
    ...(budget !== undefined && { [sessionToolSettings.budget]: String(budget ?? inherited) }),
    ...(pins && { [sessionToolSettings.pins]: [...pins] }),
  };
}

/** Whether the session has these settings: sessions of other hosts may not. */
export function hasToolSettings(config: ConfigState | undefined): boolean {
  return Object.values(sessionToolSettings).every(
    (name) => config?.schema.properties?.[name]?.sessionMutable,
  );
}

/** The reason to refuse these settings, as a sentence. */
export function refuseToolSettings(values: Values): string | undefined {
  const { [sessionToolSettings.budget]: budget, [sessionToolSettings.pins]: pins } = values;
  if (budget !== undefined && budgetIn(budget) === undefined) {
    return `The setting "${sessionToolSettings.budget}" is a number of tokens up to ${mostTokens}, as text, or "off", or "${inherited}" for the workspace's.`;
  }
  if (Array.isArray(pins) && (pins.length > mostPins || !pins.every(isPin))) {
    return `The setting "${sessionToolSettings.pins}" lists at most ${mostPins} names of servers, or server/tool, of at most ${longestPin} characters each.`;
  }
  return undefined;
}

/** Null to leave it to the workspace; undefined if it is none. */
function budgetIn(value: unknown): ToolBudget | null | undefined {
  if (value === inherited) return null;
  if (value === 'off') return 'off';
  const tokens = typeof value === 'string' && /^\d{1,8}$/.test(value) ? Number(value) : undefined;
  return tokens !== undefined && tokens <= mostTokens ? tokens : undefined;
}

function isPin(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longestPin;
}
