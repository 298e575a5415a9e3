import { z } from 'zod';

type Meta = Readonly<Record<string, unknown>>;

const key = 'loggia.delegated';

/** The origin of a chat that an agent opened, in the chat's `_meta`. Only the host sets it. */
export interface DelegatedChat {
  /** The agent that opened it. */
  readonly agent: string;
  /** 1 for a chat that was opened from one of the user's own. */
  readonly depth: number;
}

/** The origin of a task that an agent gave to another, in the message's `_meta`. */
export interface DelegatedTask {
  /** The agent that gave it. */
  readonly agent: string;
  /** The agent's name for users. */
  readonly name: string;
  /** The only tools that the task may use, because its giver may use no others; absent: all. */
  readonly tools?: readonly string[];
}

const chatSchema = z.object({ agent: z.string(), depth: z.number().int().positive() });
const taskSchema = z.object({ agent: z.string(), name: z.string(), tools: z.array(z.string()).optional() });

export function delegatedChatMark(origin: DelegatedChat): Meta {
  return { [key]: origin };
}

/** Undefined for a chat of the user's own. */
export function delegatedChatOf({ _meta }: { readonly _meta?: Meta | undefined }): DelegatedChat | undefined {
  return chatSchema.safeParse(_meta?.[key]).data;
}

export function delegatedTaskMark(task: DelegatedTask): Meta {
  return { [key]: task };
}

/** Undefined for a message of the user or of a View. */
export function delegatedTaskOf({ _meta }: { readonly _meta?: Meta | undefined }): DelegatedTask | undefined {
  const task = taskSchema.safeParse(_meta?.[key]).data;
  if (!task) return undefined;
  const { agent, name, tools } = task;
  return { agent, name, ...(tools && { tools }) };
}
