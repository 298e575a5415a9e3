import { z } from 'zod';
import type { ResponsePart } from '../channels/chat/state.ts';
import type { ToolCall, ToolCallIn } from '../channels/chat/tool-calls.ts';

const key = 'loggia.task';

const serverTaskSchema = z.object({
  taskId: z.string().min(1),
  /** `core`: of MCP 2025-11-25; `extension`: of the extension for MCP 2026-07-28. */
  generation: z.enum(['core', 'extension']),
});

const markSchema = serverTaskSchema.extend({
  /** The fingerprint of the tool and of its server: the task is asked about nowhere else. */
  definition: z.string(),
});

/** The name of a task as which a server runs a call. */
export type ServerTask = Readonly<z.infer<typeof serverTaskSchema>>;
export type ServerTaskMark = Readonly<z.infer<typeof markSchema>>;

/** `_meta` for a call that runs as a task, by which the host finds the task after a restart. */
export function serverTaskMeta({ taskId, generation, definition }: ServerTaskMark): Record<string, unknown> {
  return { [key]: { taskId, generation, definition } };
}

export function serverTaskOf({ _meta }: Pick<ToolCall, '_meta'>): ServerTaskMark | undefined {
  if (_meta?.[key] === undefined) return undefined;
  const read = markSchema.safeParse(_meta[key]);
  return read.success ? read.data : undefined;
}

/** A call that ended with its turn while its server ran it as a task. */
export type LeftTask = ToolCallIn<'cancelled'>;

/** The calls of these parts whose tasks may still run. */
export function leftTasksIn(parts: readonly ResponsePart[]): readonly LeftTask[] {
  return withoutTakenOver(parts).flatMap((part) =>
    part.kind === 'toolCall' && isLeft(part.toolCall) ? [part.toolCall] : [],
  );
}

/** The parts without calls whose tasks later calls took over. The same array if there are none. */
export function withoutTakenOver(parts: readonly ResponsePart[]): readonly ResponsePart[] {
  const later = new Set<string>();
  const kept = parts.toReversed().filter((part) => {
    const taskId = part.kind === 'toolCall' ? serverTaskOf(part.toolCall)?.taskId : undefined;
    if (taskId === undefined) return true;
    const isLast = !later.has(taskId);
    later.add(taskId);
    return isLast;
  });
  return kept.length === parts.length ? parts : kept.toReversed();
}

function isLeft(call: ToolCall): call is LeftTask {
  return (
    call.status === 'cancelled' &&
    call.reason === 'skipped' &&
    call.contributor?.kind === 'mcp' &&
    serverTaskOf(call) !== undefined
  );
}
