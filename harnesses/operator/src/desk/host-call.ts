import type { WorkspaceContents, HarnessTool, HarnessTurn, ToolOutcome } from '@loggia/sessions/harness';
import { bareName } from '../language/tool-names.ts';
import type { Phrases } from '../phrases/english.ts';
import { parseJson } from '../schema/coerce.ts';

export interface HostCall {
  /** The host's own name for it. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The text that the user reads while it runs, or when asked to confirm it. */
  readonly says: string;
  /** Whether the user is asked first. What was asked for in so many words isn't asked about again. */
  readonly confirm: boolean;
}

/** One of the host's own commands, as every agent may use them: with the same policy, record and grants. */
export async function callHost(
  turn: HarnessTurn,
  { desk, phrases }: { readonly desk: WorkspaceContents; readonly phrases: Phrases },
  { name, input, says, confirm }: HostCall,
): Promise<ToolOutcome> {
  const tool = hostTool(turn.tools(), desk, name);
  if (!tool) return { kind: 'failed', message: phrases.notOffered };
  return turn.callTool({ name: tool.name, input: JSON.stringify(input), says, confirm });
}

function hostTool(
  tools: readonly HarnessTool[],
  desk: WorkspaceContents,
  name: string,
): HarnessTool | undefined {
  return tools.find((tool) => tool.server === desk.tools && bareName(tool.name) === name);
}

/** The result of a call as data; undefined if it failed, or returned neither structured content nor JSON. */
export function dataOf(outcome: ToolOutcome): Readonly<Record<string, unknown>> | undefined {
  if (outcome.kind !== 'done') return undefined;
  const data = outcome.structured ?? parseJson(outcome.text);
  return typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : undefined;
}

export function listIn(
  data: Readonly<Record<string, unknown>> | undefined,
  key: string,
): readonly Readonly<Record<string, unknown>>[] {
  const found = data?.[key];
  if (!Array.isArray(found)) return [];
  return found.filter(
    (one): one is Readonly<Record<string, unknown>> => typeof one === 'object' && one !== null,
  );
}

export function textIn(data: Readonly<Record<string, unknown>> | undefined, key: string): string {
  const found = data?.[key];
  return typeof found === 'string' ? found : '';
}
