import {
  AppBridge,
  type McpUiHostCapabilities,
  type McpUiHostContext,
} from '@modelcontextprotocol/ext-apps/app-bridge';
import { Refusal } from './answers.ts';
import { declaredModes, resultingMode, type DisplayMode } from './display-mode.ts';
import type { FrameLine, LineSign } from './frame-line.ts';
import { viewToolLimits } from '@loggia/protocol';
import { GatedTransport } from './gated-transport.ts';
import { toBeTold, toldNothing, type ToolData } from './tool-data.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Introduced {
  readonly name: string;
  readonly modes: readonly DisplayMode[];
  /** Whether it has tools for agents. */
  readonly declaresTools: boolean;
}

export interface ListedTools {
  readonly tools: readonly unknown[];
  readonly nextCursor: string | undefined;
}

export interface BridgeOptions {
  readonly line: FrameLine;
  /** Undefined: the page already has it. */
  readonly html: Promise<string> | undefined;
  readonly theme: 'light' | 'dark';
  readonly capabilities: McpUiHostCapabilities;
  readonly context: McpUiHostContext;
  /** The current display mode. */
  mode(): DisplayMode;
  answer(method: string, params: unknown, signal: AbortSignal): Promise<Json>;
  /** The View's HTML was sent; from now on its start is timed. */
  onHandedOver(): void;
  onInitialized(introduced: Introduced): void;
  onSize(height: number): void;
  /** The View requests one of the modes that it declared; resolves to the mode that it is shown in then. */
  onMode(mode: DisplayMode): Promise<DisplayMode>;
  onSign(sign: LineSign): void;
  /** It sent too much, so nothing more is accepted from it. */
  onFlooded(reason: string): void;
  onLog(params: Json): void;
  onWantsToClose(): void;
  /** It says that its tools have changed. */
  onToolsChanged(): void;
  /** Its `ui/initialize` left something out, or declared something unknown. */
  onFault(fault: string): void;
  /** A message without a waiting caller was refused. */
  onRefused(method: string, reason: string): void;
}

export interface Bridge {
  readonly isInitialized: boolean;
  setContext(context: McpUiHostContext): void;
  setData(data: ToolData): void;
  listChanged(of: 'tools' | 'resources' | 'prompts'): void;
  /** One page of the tools that the View offers. Rejects if it doesn't answer, or not with a list. */
  listTools(cursor: string | undefined): Promise<ListedTools>;
  /** Runs a tool of the View and resolves to its answer, unchecked. Rejects if it doesn't answer in time. */
  callTool(name: string, input: Json, signal: AbortSignal): Promise<unknown>;
  /** Asks the page for a sign that the View's document still runs. */
  ping(): void;
  /** Gives the View a moment to clean up; never rejects. */
  tearDown(): Promise<void>;
  close(): void;
}

const tearDownWithinMs = 1500;
const listWithinMs = 10_000;

/** The bridge's own schemas would refuse a whole list for one wrong tool; the answers are checked later, one by one. */
const unchecked = {
  '~standard': {
    version: 1 as const,
    vendor: 'loggia',
    validate: (value: unknown) => ({ value }),
  },
};

export async function connectBridge(options: BridgeOptions): Promise<Bridge> {
  const { line, html, theme, capabilities, context } = options;
  let data: ToolData = {};
  let told = toldNothing;
  let isIntroduced = false;

  const transport = new GatedTransport(line, {
    onSign: (sign) => options.onSign(sign),
    onDropped: (count, reason) => options.onRefused('ui/flood', `${count} messages were dropped. ${reason}`),
    onFlooded: (reason) => options.onFlooded(reason),
    onNonsense: (reason) => options.onRefused('malformed', reason),
    onFault: (fault) => options.onFault(fault),
  });
  const bridge = new AppBridge(null, { name: 'Loggia', version: '0.1.0' }, capabilities, {
    hostContext: context,
  });

  async function handOver(): Promise<void> {
    await line.ready;
    // The caller that requested the HTML reports the error.
    const text = await html?.catch(() => undefined);
    if (text === undefined) return;
    transport.sendToSandbox('resource-ready', { html: text, colorScheme: theme });
    options.onHandedOver();
  }

  function tell(): void {
    const next = toBeTold(told, data);
    ({ told } = next);
    for (const message of next.messages) send(bridge.notification(message as never));
  }

  bridge.fallbackRequestHandler = async ({ method, params }, { mcpReq }) => {
    if (!bridge.getAppVersion()) throw new Refusal(-32600, 'Send ui/initialize first.');
    return options.answer(method, params, mcpReq.signal);
  };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    const current = options.mode();
    const result = resultingMode(mode, current, declaredModes(bridge.getAppCapabilities()));
    if (result !== current) return { mode: await options.onMode(result) };
    if (mode !== current)
      options.onRefused('ui/request-display-mode', `${mode} is not a display mode of this View.`);
    return { mode: result };
  };
  bridge.oninitialized = () => {
    if (isIntroduced) return;
    isIntroduced = true;
    told = { ...told, isInitialized: true };
    const { name = '' } = bridge.getAppVersion() ?? {};
    const declared = bridge.getAppCapabilities();
    options.onInitialized({
      name,
      modes: declaredModes(declared),
      declaresTools: declared?.tools !== undefined,
    });
    tell();
  };
  bridge.setNotificationHandler('notifications/tools/list_changed', () => options.onToolsChanged());
  bridge.onsizechange = ({ height }) => {
    if (typeof height === 'number') options.onSize(height);
  };
  bridge.onloggingmessage = (params) => options.onLog(params as unknown as Json);
  bridge.onrequestteardown = () => options.onWantsToClose();
  // Answers to what nobody asked, and the like.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the bridge has no event of that name
  bridge.onerror = (error) => options.onRefused('malformed', error.message);

  await bridge.connect(transport);
  if (html === undefined) options.onHandedOver();
  else void handOver();

  return {
    get isInitialized() {
      return isIntroduced;
    },
    setContext: (next) => {
      // The gate holds messages back as needed; without a transport they would fail silently.
      if (bridge.transport) bridge.setHostContext(next);
    },
    setData: (next) => {
      data = next;
      tell();
    },
    listChanged: (of) => {
      if (of === 'tools') send(bridge.sendToolListChanged());
      else if (of === 'resources') send(bridge.sendResourceListChanged());
      else send(bridge.sendPromptListChanged());
    },
    listTools: async (cursor) => {
      const params = cursor === undefined ? {} : { cursor };
      const request = { method: 'tools/list', params };
      const answer = await bridge.request(request, unchecked, { timeout: listWithinMs });
      const { tools, nextCursor } = answer as Json;
      if (!Array.isArray(tools)) throw new Error('Its answer isn’t a list of tools.');
      return { tools, nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined };
    },
    callTool: (name, input, signal) => {
      const request = { method: 'tools/call', params: { name, arguments: input } };
      return bridge.request(request, unchecked, { timeout: viewToolLimits.answerMs, signal });
    },
    ping: () => transport.sendToSandbox('ping', {}),
    tearDown: async () => {
      if (!transport.isOpen) return;
      // Many Views don't support teardown and answer with an error; they are removed all the same.
      await bridge.teardownResource({}, { timeout: tearDownWithinMs }).catch(() => undefined);
    },
    close: () => void bridge.close().catch(() => undefined),
  };
}

/** A closed View can't receive messages, which isn't a failure. */
function send(sending: Promise<void>): void {
  sending.catch(() => undefined);
}
