import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/** Tasks of the modern era (SEP-2663). */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** Carries a task through the SDK within a result that it accepts. */
export const taskKey = 'io.loggia/task';

const alias = 'io.loggia/';

/**
 * The SDK refuses to send `tasks/get` and `tasks/cancel` to a server of the modern era, and drops answers that are
 * tasks. So the transports translate: the SDK sees another name, and a complete result with the task inside.
 */
export function nameForSdk(method: string): string {
  return method.startsWith('tasks/') ? `${alias}${method}` : method;
}

export function asSpoken<M extends JSONRPCMessage>(message: M): M {
  if (!('method' in message) || !message.method.startsWith(`${alias}tasks/`)) return message;
  return { ...message, method: message.method.slice(alias.length) };
}

export function asHeard<M extends JSONRPCMessage>(message: M): M {
  if (!('result' in message) || message.result['resultType'] !== 'task') return message;
  const { resultType: _kind, _meta, ...task } = message.result;
  const result = { resultType: 'complete', content: [], ...(_meta && { _meta }), [taskKey]: task };
  return { ...message, result };
}
