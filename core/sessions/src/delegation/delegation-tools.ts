import type { ToolContent } from '@loggia/protocol';
import { z } from 'zod';
import type { RunningCall, ToolReport } from '../equipment.ts';
import type { Harnesses } from '../harnesses.ts';
import { hostTool, succeeded, type HostTool } from '../host-tools/host-tool.ts';
import { standingText, standingWords, type Standing } from './delegated-turn.ts';
import type { Delegations, Opened } from './delegations.ts';

const changes = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };
/** Nothing but what the agent started itself is read or ended. */
const ownOnly = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

const readTask = 'Read a delegated task';

const chat = z.string().min(1).max(1000);

/** The tools with which agents give work to other agents. */
export function delegationTools(delegations: Delegations, harnesses: Harnesses): readonly HostTool[] {
  return [delegate(delegations, harnesses), delegatedResult(delegations), stopDelegated(delegations)];
}

function delegate(delegations: Delegations, harnesses: Harnesses): HostTool {
  return hostTool({
    name: 'delegate',
    title: 'Delegate a task',
    annotations: changes,
    input: z.strictObject({
      task: z
        .string()
        .trim()
        .min(1)
        .max(100_000)
        .describe('The task, complete in itself: the other agent knows nothing of this conversation.'),
      title: z.string().trim().min(1).max(200).describe('A short name for the new chat.').optional(),
      agent: z
        .string()
        .min(1)
        .max(200)
        .describe('The name of the agent to give the task to; without it, the same agent as yourself.')
        .optional(),
      model: z
        .string()
        .min(1)
        .max(500)
        .describe("The id of one of that agent's models; without it, its usual one.")
        .optional(),
      wait: z
        .boolean()
        .describe(
          'true (the default) waits and returns what the other agent answered; false returns at once, and you read the result later with delegated_result.',
        )
        .optional(),
    }),
    describe: () => `${aboutDelegating} Agents: ${agentsIn(harnesses)}.`,
    target: ({ task, title = task, agent }) => (agent === undefined ? title : `${agent}: ${title}`),
    run: async ({ task: text, title, agent, model, wait = true }, call) => {
      const opened = await delegations.open(call, { text, title, agent, model });
      call.show([cardOf(opened)]);
      if (wait) return finished(delegations, opened, call);
      const note = `The chat ${JSON.stringify(opened.title)} is open, and ${opened.agent} works on the task there. Read its result with delegated_result and {"chat": ${JSON.stringify(opened.chat)}}.`;
      return succeeded('Delegated a task', note, [cardOf(opened), { type: 'text', text: note }]);
    },
  });
}

const aboutDelegating =
  "Gives a task to another agent, or to another instance of yourself, in a chat of its own. Use it for work that is separate from yours, or that another agent is better at. The user sees the chat, and can steer and stop it; it has the session's tools and folders, and asks the user where you would have to.";

function agentsIn(harnesses: Harnesses): string {
  return harnesses
    .all()
    .filter(({ describe }) => describe.chats?.several)
    .map(({ describe: { provider, displayName } }) =>
      provider === displayName ? provider : `${provider} (${displayName})`,
    )
    .join(', ');
}

function delegatedResult(delegations: Delegations): HostTool {
  return hostTool({
    name: 'delegated_result',
    title: 'Read a delegated task',
    annotations: ownOnly,
    input: z.strictObject({
      chat: chat
        .describe('The chat that "delegate" returned; without it, all chats that you opened are listed.')
        .optional(),
      wait: z
        .boolean()
        .describe('true waits until the task has ended; false (the default) tells how it stands.')
        .optional(),
    }),
    describe: () =>
      'Tells how a task stands that you gave to another agent with "delegate", and what that agent has said.',
    target: (input) => input.chat ?? '',
    run: async (input, call) => {
      if (input.chat === undefined) return listed(delegations, call);
      const opened = await delegations.own(call, input.chat);
      if (input.wait === true) await delegations.ended(opened.chat, call.signal);
      return reported(readTask, opened, await delegations.standing(opened.chat));
    },
  });
}

function stopDelegated(delegations: Delegations): HostTool {
  return hostTool({
    name: 'stop_delegated',
    title: 'Stop a delegated task',
    annotations: ownOnly,
    input: z.strictObject({ chat: chat.describe('The chat that "delegate" returned.') }),
    describe: () => 'Stops a task that you gave to another agent with "delegate". Its chat stays.',
    target: (input) => input.chat,
    run: async (input, call) => {
      const opened = await delegations.own(call, input.chat);
      if (!delegations.stop(call, opened.chat))
        return reported(readTask, opened, await delegations.standing(opened.chat));
      const note = `The chat ${JSON.stringify(opened.title)} was stopped.`;
      return succeeded('Stopped a delegated task', note, [cardOf(opened), { type: 'text', text: note }]);
    },
  });
}

/** Waits for the task. A call that is given up takes the task along. */
async function finished(delegations: Delegations, opened: Opened, call: RunningCall): Promise<ToolReport> {
  try {
    await delegations.ended(opened.chat, call.signal);
  } catch (error) {
    delegations.abandon(call, opened.chat);
    throw error;
  }
  const standing = await delegations.standing(opened.chat);
  if (standing.state === 'done') return reported('Delegated a task', opened, standing);
  const message = standingText(opened.title, standing);
  return {
    text: message,
    result: {
      success: false,
      pastTenseMessage: message.split('\n', 1)[0] ?? message,
      error: { message },
      content: [cardOf(opened)],
    },
  };
}

function reported(said: string, opened: Opened, standing: Standing): ToolReport {
  const text = standingText(opened.title, standing);
  return succeeded(said, text, [cardOf(opened), { type: 'text', text }]);
}

async function listed(delegations: Delegations, call: RunningCall): Promise<ToolReport> {
  const all = await delegations.openedBy(call);
  const lines = await Promise.all(
    all.map(async ({ chat: uri, title, agent }) => {
      const standing = standingWords(await delegations.standing(uri));
      return `${uri} ${JSON.stringify(title)}, with ${agent}: ${standing}`;
    }),
  );
  return succeeded('Listed delegated tasks', lines.join('\n') || 'You have opened no chats here.');
}

function cardOf({ chat: resource, title, agent: agentName }: Opened): ToolContent {
  return { type: 'subagent', resource, title, agentName };
}
