import type { ToolCallRepairFunction, ToolSet } from 'ai';
import { isObject } from './step-calls.ts';

/** Models write calls in the manner of what they were trained on; what they mean is often certain. */
export const repairCall: ToolCallRepairFunction<ToolSet> = async ({ toolCall, tools }) => {
  const toolName = offeredName(toolCall.toolName, tools);
  const input = repairedInput(toolCall.input);
  return toolName === undefined || input === undefined ? null : { ...toolCall, toolName, input };
};

const prefix = /^(?:functions?|tools?|default_api)[.:]/;

/** The name without the namespace that some models put before it. */
function offeredName(name: string, tools: ToolSet): string | undefined {
  if (Object.hasOwn(tools, name)) return name;
  const bare = name.trim().replace(prefix, '');
  return Object.hasOwn(tools, bare) ? bare : undefined;
}

/** The text of a JSON object that was fenced, encoded twice or has a comma too many; undefined if it is unclear. */
function repairedInput(text: string): string | undefined {
  const plain = text.trim().replace(/^```(?:json)?\s*([\s\S]*?)\s*```$/, '$1');
  for (const candidate of [plain, withoutTrailingCommas(plain)]) {
    const value = objectIn(candidate);
    if (value) return JSON.stringify(value);
  }
  return undefined;
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value.trim().startsWith('{') ? objectIn(value) : undefined;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Leaves strings alone. */
function withoutTrailingCommas(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|,(\s*[}\]])/g, (_all, string?: string, end?: string) =>
    string === undefined ? (end ?? '') : string,
  );
}
