import type { Principal } from '@loggia/access';
import {
  AuthNeeded,
  renderResult,
  ServerFailure,
  type CallContext,
  type Caller,
  type ServerConnection,
} from '@loggia/mcp';
import { writeAuthor, type AuthChallenge, type MediumOf } from '@loggia/protocol';
import type { DeniedCall, RunningCall, ToolReport } from '@loggia/sessions/equipment';
import { answerOf, isPage, requestOf } from './elicitation.ts';
import type { EquipmentPorts } from './ports.ts';

/** The destination of a call. */
export interface CallTarget {
  readonly connection: ServerConnection;
  readonly serverName: string;
  /** The principal behind the call. */
  readonly principal: Principal;
  /** The server's name for it. */
  readonly tool: string;
  readonly displayName: string;
  /** The call's own `_meta`, kept whatever the result contains. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Aborts when the server no longer runs for this session. */
  readonly left: AbortSignal;
  readonly mediumOf: MediumOf;
  readonly spill?: EquipmentPorts['spill'];
  /** The `_meta` to send to the server, derived from the call's subject. */
  metaFor?(input: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Resolves to whether the call can be repeated. */
  signedIn(signal: AbortSignal): Promise<boolean>;
}

const maxSignIns = 5;

/**
 * Runs a call to its end; rejects only if its signal aborts. A call that may have run is never repeated; only one that
 * the server refused because of a missing sign-in is.
 */
export async function runCall(call: RunningCall, target: CallTarget): Promise<ToolReport> {
  const { serverName, displayName } = target;
  const input = argumentsOf(call.input);
  if (!input) return failed(displayName, `The input of ${displayName} isn't a JSON object. Send an object.`);
  const signal = AbortSignal.any([call.signal, target.left]);
  const context = contextOf(call, target, signal);
  for (let signIns = 0; ; signIns += 1) {
    call.signal.throwIfAborted();
    try {
      const added = target.metaFor && (await target.metaFor(input));
      signal.throwIfAborted();
      const request = { name: target.tool, arguments: input, ...(added && { _meta: added }) };
      const result = await target.connection.callTool(request, context);
      call.signal.throwIfAborted();
      const { mediumOf, spill, meta } = target;
      const rendered = await renderResult({ displayName, result, mediumOf, ...(spill && { spill }) });
      return rendered.meta ? { ...rendered, meta: { ...rendered.meta, ...meta } } : rendered;
    } catch (error) {
      call.signal.throwIfAborted();
      if (target.left.aborted) return failed(displayName, stoppedSentence(serverName), 'stopped');
      if (!(error instanceof AuthNeeded)) return failed(displayName, ...reasonOf(error, serverName));
      if (signIns === maxSignIns) {
        const message = `${serverName} asked for a sign-in ${maxSignIns + 1} times in a row. Check whether your account may do this.`;
        return failed(displayName, message, 'authRequired');
      }
      call.authRequired(withoutSecret(error.challenge));
    }
    const again = await target.signedIn(signal);
    call.signal.throwIfAborted();
    if (!again) {
      const message = target.left.aborted
        ? stoppedSentence(serverName)
        : `${serverName} is not there any more. Look at its state, and call ${displayName} again.`;
      return failed(displayName, message, 'stopped');
    }
    call.resumed();
  }
}

/** The agent that makes a call, with the person and the client behind it. */
export function agentIn(
  { agent: name, clientId = 'host' }: DeniedCall,
  { id: person }: Principal,
): Omit<Caller, 'allowedBy'> {
  return { by: 'agent', principal: writeAuthor({ person, actor: { kind: 'agent', name } }), clientId };
}

/** A call to a tool that is no longer offered. */
export function unknownTool(name: string): ToolReport {
  return failed(name, `No server offers "${name}" now. Look at the list of tools again.`, 'unknownTool');
}

function failed(displayName: string, message: string, code?: string): ToolReport {
  const error = { message, ...(code !== undefined && { code }) };
  return { result: { success: false, pastTenseMessage: `${displayName} failed`, error }, text: message };
}

function stoppedSentence(serverName: string): string {
  return `${serverName} was stopped while the call ran. Start it and try again.`;
}

function reasonOf(error: unknown, serverName: string): [message: string, code: string] {
  if (error instanceof ServerFailure) return [error.message, error.kind];
  return [`The call to ${serverName} failed in this host; its log says more. Try again.`, 'internal'];
}

function argumentsOf(input: string): Record<string, unknown> | undefined {
  if (input.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(input);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function contextOf(call: RunningCall, target: CallTarget, signal: AbortSignal): CallContext {
  const { serverName } = target;
  return {
    caller: { ...agentIn(call, target.principal), allowedBy: call.allowedBy },
    session: call.session,
    signal,
    progress: ({ progress, total, message }) => {
      const share = total === undefined ? progress?.toString() : `${progress ?? 0} of ${total}`;
      const said = [message, message === undefined || share === undefined ? share : `(${share})`];
      call.progress(`${serverName}: ${said.filter((part) => part !== undefined).join(' ')}`);
    },
    task: (task) => call.runsAs?.(task),
    ...(call.follows && { follows: call.follows }),
    leavesTask: () => call.leavesTask?.() === true,
    elicit: async (elicitation, ended) => {
      if (elicitation.url !== undefined && !isPage(elicitation.url)) return { action: 'decline' };
      const asked = call.ask(requestOf(elicitation, serverName));
      return answerOf(elicitation, await unlessEnded(asked, ended));
    },
    ...samplingOf(call, target),
  };
}

/** The server can cancel its question before the user has answered. */
function unlessEnded(
  asked: ReturnType<RunningCall['ask']>,
  ended: AbortSignal,
): ReturnType<RunningCall['ask']> {
  const cancelled = { response: 'cancel', answers: {} } as const;
  if (ended.aborted) return Promise.resolve(cancelled);
  return new Promise((resolve, reject) => {
    ended.addEventListener('abort', () => resolve(cancelled), { once: true });
    asked.then(resolve, reject);
  });
}

/** Unless the definition says otherwise, the user decides each time whether a server may use the model. */
function samplingOf(call: RunningCall, target: CallTarget): Pick<CallContext, 'sample'> {
  const policy = target.connection.definition.sampling ?? 'ask';
  const { sample } = call;
  if (!sample || policy === 'deny') return {};
  return {
    sample: async (params) => {
      if (policy === 'ask' && !(await allowsSampling(call, target.serverName, params)))
        throw new ServerFailure('refused', 'The user did not allow this.', { code: -1 });
      return sample.call(call, params);
    },
  };
}

async function allowsSampling(
  call: RunningCall,
  serverName: string,
  params: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const shown = JSON.stringify(params['messages'] ?? [], null, 2).slice(0, 4000);
  const message = `${serverName} wants to ask the model of this session:\n${shown}`;
  const { response } = await call.ask({ message });
  return response === 'accept';
}

/** Everything in a chat is sent to every client. */
function withoutSecret(challenge: AuthChallenge): AuthChallenge {
  return challenge.oauthClient
    ? { ...challenge, oauthClient: { clientId: challenge.oauthClient.clientId } }
    : challenge;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
