import {
  AppBridge,
  type McpUiHostCapabilities,
  type McpUiHostContext,
} from '@modelcontextprotocol/ext-apps/app-bridge';
import { Refusal } from './answers.ts';
import { declaredModes, resultingMode, type DisplayMode } from './display-mode.ts';
import type { FrameLine, LineSign } from './frame-line.ts';
import { GatedTransport } from './gated-transport.ts';
import { toBeTold, toldNothing, type ToolData } from './tool-data.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Introduced {
  readonly name: string;
  readonly modes: readonly DisplayMode[];
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
  /** Asks the page for a sign that the View's document still runs. */
  ping(): void;
  /** Gives the View a moment to clean up; never rejects. */
  tearDown(): Promise<void>;
  close(): void;
}

const tearDownWithinMs = 1500;

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
    options.onInitialized({ name, modes: declaredModes(bridge.getAppCapabilities()) });
    tell();
  };
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
