import type { HookMoment, HookRequest } from '@loggia/sessions/equipment';

/** The session and the tool that a hook is told of. */
export interface HookSubject {
  /** The folder that the session works in, or the plugin's. */
  readonly folder: string;
  /** The name of the tool as hooks know it. */
  readonly tool: string | undefined;
  readonly now: number;
}

/**
 * The input of a hook. Formats use other names for the same: each finds its own, and the value of a field is the same in
 * all that have it.
 */
export function toldAt(
  { session, moment }: Pick<HookRequest, 'session' | 'moment'>,
  written: string,
  { folder, tool, now }: HookSubject,
): string {
  return JSON.stringify({
    session_id: session,
    sessionId: session,
    conversation_id: session,
    hook_event_name: written,
    cwd: folder,
    workspace_roots: [folder],
    timestamp: now,
    permission_mode: 'default',
    ...fieldsOf(moment, tool),
  });
}

function fieldsOf(moment: HookMoment, tool: string | undefined): Readonly<Record<string, unknown>> {
  switch (moment.event) {
    case 'SessionStart':
      return { source: moment.source };
    case 'UserPromptSubmit':
      return { prompt: moment.prompt };
    case 'Stop':
      return {
        stop_hook_active: moment.continued,
        last_assistant_message: moment.reply,
        stop_reason: 'end_turn',
      };
    default: {
      const { id, name, input } = moment.call;
      const call = {
        tool_name: tool ?? name,
        toolName: tool ?? name,
        tool_input: parsed(input),
        toolArgs: input,
        tool_use_id: id,
      };
      if (moment.event === 'PreToolUse') return call;
      const isSuccess = moment.event === 'PostToolUse';
      return {
        ...call,
        ...(isSuccess ? { tool_response: moment.result } : { error: moment.result }),
        tool_output: moment.result,
        toolResult: { resultType: isSuccess ? 'success' : 'failure', textResultForLlm: moment.result },
      };
    }
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}
