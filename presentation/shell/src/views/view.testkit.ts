import type { OpenedSandbox } from '@loggia/protocol';
import { vi } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import type { Bridge, BridgeOptions } from './bridge.ts';
import type { FrameLine } from './frame-line.ts';
import { ViewInstance } from './view-instance.ts';
import { ManualTime } from './manual-time.testkit.ts';
import { StartMarks } from './start-marks.ts';
import { StoppedViews } from './stopped-views.ts';
import { FactsCell, type ViewFacts, type ViewSubject } from './subject.ts';
import type { ViewEnvironment, StagePorts } from './view-environment.ts';
import type { ViewFrame } from './view-frame.ts';
import type { SparePage } from './waiting-page.ts';
import { WithheldTools } from './withheld-tools.ts';

export const sandbox = {
  url: 'http://one.sandbox/page',
  origin: 'http://one.sandbox',
  allow: 'camera',
  kind: 'own',
  template: { hash: 'hash-1' },
  granted: {},
  consent: { openLink: 'allow', message: 'ask', download: 'deny' },
} as unknown as OpenedSandbox;

export const facts: ViewFacts = {
  state: 'known',
  title: 'Budget',
  resourceUri: 'ui://budget',
  server: {
    id: 'finance',
    name: 'Finance',
    icon: undefined,
    state: { kind: 'ready' },
    channel: 'mcp://1',
    capabilities: { serverTools: {} },
  },
  shownOn: 'session:1',
  tool: { name: 'finance__budget', callId: 'call-1' },
  data: {},
  key: 'key-1',
};

/** A frame without a document. */
export function fakeFrame(): ViewFrame {
  const element = { isConnected: false, remove: vi.fn<() => void>() };
  const page = { title: '', allow: '', src: '' };
  const frame = {
    element,
    page,
    passOn: () => {},
    set title(title: string) {
      page.title = title;
    },
  };
  return frame as unknown as ViewFrame;
}

export function fakeLine() {
  return {
    ready: Promise.resolve(),
    post: vi.fn<FrameLine['post']>(),
    listen: () => () => {},
    close: vi.fn<FrameLine['close']>(),
  };
}

/** The bridge to a View that acts as the test wants, through the options it was connected with. */
class FakeBridge implements Bridge {
  isInitialized = false;
  readonly options: BridgeOptions;
  readonly setContext = vi.fn<Bridge['setContext']>();
  readonly setData = vi.fn<Bridge['setData']>();
  readonly listChanged = vi.fn<Bridge['listChanged']>();
  readonly ping = vi.fn<Bridge['ping']>();
  readonly tearDown = vi.fn<Bridge['tearDown']>(async () => {});
  readonly close = vi.fn<Bridge['close']>();
  /** The tools that it offers. */
  tools: readonly unknown[] | undefined;
  readonly listTools = vi.fn<Bridge['listTools']>(async () => ({
    tools: this.tools ?? [],
    nextCursor: undefined,
  }));
  readonly callTool = vi.fn<Bridge['callTool']>(async () => ({ content: [] }));

  constructor(options: BridgeOptions) {
    this.options = options;
  }

  initialize(): void {
    this.isInitialized = true;
    const declaresTools = this.tools !== undefined;
    this.options.onInitialized({ name: 'probe', modes: ['inline', 'fullscreen'], declaresTools });
  }
}

interface Asked {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A View in a fake browser, with a host that answers as the test says. */
export function viewRig(initial: Partial<ViewFacts> = {}) {
  const time = new ManualTime();
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  const state = {
    sandbox,
    failure: undefined as Error | undefined,
    spare: undefined as SparePage | undefined,
    hasGesture: false,
    isHidden: false,
    conversation: undefined as string | undefined,
    retold: (): void => {},
  };
  const asked: Asked[] = [];
  const bridges: FakeBridge[] = [];
  const lines: ReturnType<typeof fakeLine>[] = [];
  const host = {
    ask: async (method: string, params: Asked['params']) => {
      asked.push({ method, params });
      if (method === 'x-loggia/openSandbox') {
        if (state.failure) throw state.failure;
        return { sandbox: state.sandbox };
      }
      return method === 'x-loggia/listViewPolicies' ? { policies: [] } : {};
    },
    client: {
      onNotification: () => () => {},
      notify: (method: string, params: Asked['params']) => asked.push({ method, params }),
      call: async (method: string, params: Asked['params']) => {
        asked.push({ method, params });
        return method === 'tools/list' ? { tools: [] } : { content: [] };
      },
    },
    fetch: async () => new Response('<p>hi</p>'),
  } as unknown as ShellHost;
  const environment: ViewEnvironment = {
    now: time.now,
    after: time.after,
    nextFrame: time.nextFrame,
    origin: () => 'http://shell',
    windowHeight: () => 1000,
    isHidden: () => state.isHidden,
    theme: () => 'dark',
    onThemeChange: (listener) => {
      state.retold = listener;
      return () => {};
    },
    loadBridge: async () => ({
      connectBridge: async (options) => {
        const bridge = new FakeBridge(options);
        bridges.push(bridge);
        options.onHandedOver();
        return bridge;
      },
      hostContext: ({ mode, room }) => ({ displayMode: mode, containerDimensions: room }),
    }),
    newFrame: fakeFrame,
    openLine: () => {
      const line = fakeLine();
      lines.push(line);
      return line;
    },
    rememberedHeight: () => undefined,
    rememberHeight: vi.fn<ViewEnvironment['rememberHeight']>(),
    startMarks: new StartMarks({ storage, now: time.now, after: time.after }),
    withheldTools: new WithheldTools(storage),
    stoppedViews: new StoppedViews(storage),
    confirm: async () => true,
    openLink: vi.fn<ViewEnvironment['openLink']>(),
    save: vi.fn<ViewEnvironment['save']>(),
  };
  const put: HTMLElement[] = [];
  const around: StagePorts = {
    passOn: () => {},
    takePage: () => state.spare,
    put: (frame) => void put.push(frame),
    noteGesture: vi.fn<StagePorts['noteGesture']>(),
    pressed: vi.fn<StagePorts['pressed']>(),
    hasGesture: async () => state.hasGesture,
  };
  const cell = new FactsCell({ ...facts, ...initial });
  const reopen = vi.fn<() => void>();
  const subject: ViewSubject = {
    id: 'view-1',
    getSnapshot: cell.getSnapshot,
    subscribe: cell.subscribe,
    follow: () => () => {},
    conversation: async () => state.conversation,
    reopen,
  };
  return {
    time,
    items,
    state,
    asked,
    bridges,
    lines,
    put,
    host,
    environment,
    around,
    reopen,
    become: (change: Partial<ViewFacts>) => cell.set({ ...cell.getSnapshot(), ...change }),
    make: (more: Pick<ViewSubject, 'session'> = {}) =>
      new ViewInstance(host, { ...subject, ...more }, around, environment),
    /** The entries of the record that have reached the host. */
    recorded: () =>
      asked.flatMap(({ method, params }) =>
        method === 'x-loggia/recordView' ? (params['records'] as readonly Record<string, unknown>[]) : [],
      ),
  };
}

/** A visible, initialized View. */
export async function readyView(rig: ReturnType<typeof viewRig>) {
  const view = rig.make();
  view.start();
  await rig.time.pass(0);
  const [bridge] = rig.bridges;
  if (!bridge) throw new Error('The View was not connected.');
  bridge.initialize();
  return { view, bridge };
}
