import type { ToolCall, ToolContent, ToolInput, ToolResult } from '../../../channels/chat/tool-calls.ts';
import { defined } from '../../../common/objects.ts';
import { projectMessage } from './project-message.ts';
import type { V03ToolCall } from '../tool-calls.ts';
import type { Inline } from '../view.ts';

/** A reference is replaced by its target, or by a text that says it is one. */
export function projectInput(input: ToolInput | undefined, inline?: Inline): string | undefined {
  if (input === undefined || typeof input === 'string') return input;
  return inline?.(input) ?? `[content at ${input.uri}]`;
}

/** A subagent's chat can't be opened in 0.3, so it is named rather than linked. */
function projectContent(content: ToolContent): ToolContent {
  return content.type === 'subagent' ? { type: 'text', text: `[subagent: ${content.title}]` } : content;
}

export function projectContents(contents: ToolContent[]): ToolContent[] {
  return contents.map(projectContent);
}

export function projectResult(result: ToolResult): ToolResult {
  const { success, pastTenseMessage, content, structuredContent, error } = result;
  const shown = content && projectContents(content);
  return defined({ success, pastTenseMessage, content: shown, structuredContent, error });
}

/** A call that waits for a sign-in is shown as running: its server's state shows the sign-in. */
export function projectToolCall(call: ToolCall, inline?: Inline): V03ToolCall {
  const { toolCallId, toolName, displayName, contributor, _meta } = call;
  const base = { toolCallId, toolName, displayName, contributor, _meta };
  if (call.status === 'streaming') {
    const { status, invocationMessage } = call;
    return defined({ status, ...base, partialInput: call.partialInput || undefined, invocationMessage });
  }
  const { invocationMessage } = call;
  const described = { ...base, invocationMessage, toolInput: projectInput(call.toolInput, inline) };
  if (call.status === 'pending-confirmation') {
    const { status, confirmationTitle, edits, editable, options } = call;
    return defined({ status, ...described, confirmationTitle, edits, editable, options });
  }
  const { selectedOption } = call;
  if (call.status === 'cancelled') {
    const { status, reason, reasonMessage } = call;
    const userSuggestion = call.userSuggestion && projectMessage(call.userSuggestion);
    return defined({ status, ...described, reason, reasonMessage, userSuggestion, selectedOption });
  }
  const allowed = { ...described, confirmed: call.confirmed, selectedOption };
  if (call.status === 'completed' || call.status === 'pending-result-confirmation') {
    return defined({ status: call.status, ...allowed, ...projectResult(call) });
  }
  return defined({ status: 'running', ...allowed, content: call.content && projectContents(call.content) });
}
