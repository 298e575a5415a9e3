import { leftTasksIn, serverTaskOf, type LeftTask, type ResponsePart } from '@loggia/protocol';
import type { ModelInput } from '../embedded.ts';
import type { Equipment } from '../equipment.ts';
import { completed } from './completed-call.ts';
import { subjectOf, type Confirmations } from './confirmations.ts';
import { ServerCall, type ServerCallPorts } from './server-call.ts';

export interface TaskFollowingPorts extends ServerCallPorts {
  readonly equipment: Pick<Equipment, 'call' | 'tool'>;
  readonly confirmations: Pick<Confirmations, 'reviews'>;
  readonly modelInput: ModelInput;
  /** The client that resumed the turn. */
  readonly startedBy: string | undefined;
}

/**
 * Waits for the tasks that servers have run since an earlier attempt at the turn was interrupted. A call of the earlier
 * attempt stays as it ended; its task gets a new one, with the same input. A task stays alone if its tool or its server
 * isn't there as it was. Rejects only if the turn ends first.
 */
export async function followTasks(
  ports: TaskFollowingPorts,
  earlier: readonly ResponsePart[],
): Promise<void> {
  await Promise.all(leftTasksIn(earlier).map((call) => followTask(ports, call)));
}

async function followTask(ports: TaskFollowingPorts, call: LeftTask): Promise<void> {
  const { turn, equipment, confirmations, modelInput, newId, startedBy: clientId } = ports;
  const { toolName, displayName, intention, contributor, _meta, invocationMessage, toolInput } = call;
  const task = serverTaskOf(call);
  const server = equipment.tool(turn.session, toolName);
  const isSame = contributor?.kind === 'mcp' && contributor.customizationId === server?.customizationId;
  if (!task || !server || !isSame || server.definition !== task.definition) return;
  const ref = { turnId: turn.id, toolCallId: newId() };
  turn.append({ type: 'chat/toolCallStart', ...ref, toolName, displayName, intention, contributor, _meta });
  turn.append({ type: 'chat/toolCallReady', ...ref, invocationMessage, toolInput, confirmed: 'not-needed' });
  const { taskId, generation, definition } = task;
  const subject = subjectOf(turn.open.session, server, toolName);
  const about = { name: toolName, readOnly: subject.readOnly, allowedBy: 'request' as const, clientId };
  const following = new ServerCall(ports, ref, { ...about, definition, follows: { taskId, generation } });
  const report = await following.run(typeof toolInput === 'string' ? toolInput : '{}');
  await completed({ turn, modelInput }, ref, { report, isReviewed: await confirmations.reviews(subject) });
}
