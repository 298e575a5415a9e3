import type { Readable } from '@loggia/client';
import { viewToolLimits, viewToolOf, type ToolResult } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import type { Bridge } from './bridge.ts';
import { troubleOf } from './server-facts.ts';
import { sessionToolsOf, type AskedCall } from './session-tools.ts';
import type { ViewSubject } from './subject.ts';
import { boundedTools, type BoundedTools } from './tool-offer.ts';
import type { ViewEnvironment } from './view-environment.ts';
import { failedResult, resultOfAnswer } from './view-answer.ts';
import type { ViewRecord } from './view-record.ts';
import type { ViewSnapshot } from './view-snapshot.ts';

/** The tools that a View offers to agents, as the user sees them. */
export interface ViewToolsState extends BoundedTools {
  /** Whether the user lets this View offer them. */
  readonly isOn: boolean;
  /** Whether the user lets the Views of its server offer tools. */
  readonly isAllowed: boolean;
  /** Why the View's tools aren't known. */
  readonly problem: string | undefined;
}

interface Ports {
  readonly host: ShellHost;
  /** A View on the desk has no session, and offers nothing. */
  readonly subject: Pick<ViewSubject, 'id' | 'session'>;
  readonly record: Pick<ViewRecord, 'add'>;
  readonly environment: Pick<ViewEnvironment, 'after' | 'withheldTools'>;
  snapshot(): ViewSnapshot;
  bridge(): Bridge | undefined;
}

const nothing: BoundedTools = { tools: [], leftOut: [] };
/** Pages of a list, for a View that names a next page each time. */
const mostPages = 10;
/** The most tools of one page that are looked at. */
const mostListed = 1000;
/** The first pause between two readings of the list; it doubles while the View keeps announcing changes. */
const shortestPauseMs = 1000;
const longestPauseMs = 30_000;

/**
 * Reads the tools that a View offers and lists them in its session for as long as the View is alive and trusted. Calls
 * of agents reach the View from here.
 */
export class ViewTools implements Readable<ViewToolsState> {
  readonly #ports: Ports;
  readonly #listeners = new Set<() => void>();
  #state: ViewToolsState;
  /** The page whose list was read. */
  #of: Bridge | undefined;
  #isKnown = false;
  #pauseMs = shortestPauseMs;
  #cancelPause: (() => void) | undefined;
  #isStale = false;
  #offered: { readonly page: Bridge; readonly tools: BoundedTools['tools'] } | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
    const isOn = !ports.environment.withheldTools.includes(ports.subject.id);
    this.#state = { ...nothing, isOn, isAllowed: true, problem: undefined };
  }

  readonly getSnapshot = (): ViewToolsState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Called whenever the View's snapshot has changed. */
  look(): void {
    const { subject, bridge, snapshot } = this.#ports;
    const { phase, declaresTools } = snapshot();
    const own = phase === 'ready' && declaresTools && subject.session !== undefined ? bridge() : undefined;
    if (own !== this.#of) {
      this.#forget();
      this.#of = own;
      if (own) void this.#read(own);
    }
    this.#offer();
  }

  /** The View's list has changed. Views may say so at any rate. */
  listChanged(): void {
    if (!this.#of) return;
    if (this.#cancelPause) {
      this.#isStale = true;
      return;
    }
    void this.#read(this.#of);
  }

  /** The user lets this View offer its tools, or doesn't; remembered in this browser. */
  setOn(isOn: boolean): void {
    this.#ports.environment.withheldTools.set(this.#ports.subject.id, !isOn);
    this.#change({ isOn });
    this.#offer();
  }

  /** Reads the user's decision about the View's server again. */
  async readPolicy(): Promise<void> {
    const { host, snapshot } = this.#ports;
    const { policies } = await host.ask('x-loggia/listViewPolicies', {});
    const own = policies.find(({ server }) => server === snapshot().facts.server?.id);
    this.#change({ isAllowed: own?.tools !== 'withhold' });
    this.#offer();
  }

  /** Withdraws everything. */
  end(): void {
    this.#forget();
    this.#of = undefined;
    this.#offer();
  }

  #forget(): void {
    this.#cancelPause?.();
    this.#cancelPause = undefined;
    this.#pauseMs = shortestPauseMs;
    this.#isStale = false;
    this.#isKnown = false;
    this.#change({ ...nothing, problem: undefined });
  }

  async #read(page: Bridge): Promise<void> {
    this.#pause(page);
    const { record } = this.#ports;
    try {
      const listed = await readAll(page);
      // The host decides as well; this is so that the user sees it.
      if (!this.#isKnown) await this.readPolicy().catch(() => undefined);
      if (page !== this.#of) return;
      const { facts, sandbox } = this.#ports.snapshot();
      const { id: view } = this.#ports.subject;
      const server = facts.server?.id ?? '';
      const template = sandbox?.template.hash ?? '';
      const bounded = boundedTools(listed, { view, title: facts.title, server, template });
      this.#isKnown = true;
      this.#change({ ...bounded, problem: undefined });
      const { tools, leftOut } = bounded;
      const reason = [`It offers ${tools.length} tools.`, ...leftOut].join(' ');
      record.add({ method: 'tools/list', decision: 'allowed', reason, bytes: 0 });
    } catch (error) {
      if (page !== this.#of) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.#change({ ...nothing, problem: `It didn’t list its tools: ${reason}` });
      record.add({ method: 'tools/list', decision: 'failed', reason, bytes: 0 });
    }
    this.#offer();
  }

  #pause(page: Bridge): void {
    this.#cancelPause = this.#ports.environment.after(this.#pauseMs, () => {
      this.#cancelPause = undefined;
      if (!this.#isStale) {
        this.#pauseMs = shortestPauseMs;
        return;
      }
      this.#isStale = false;
      this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
      if (page === this.#of) void this.#read(page);
    });
  }

  #offer(): void {
    const { host, subject, snapshot } = this.#ports;
    if (subject.session === undefined) return;
    const { isResponding, facts } = snapshot();
    const { tools, isOn, isAllowed } = this.#state;
    const mayOffer = this.#of !== undefined && isResponding && !troubleOf(facts.server) && isOn && isAllowed;
    const page = mayOffer && tools.length > 0 ? this.#of : undefined;
    if (page === this.#offered?.page && (!page || tools === this.#offered?.tools)) return;
    this.#offered = page && { page, tools };
    const offered = page && {
      tools,
      call: (call: AskedCall, signal: AbortSignal) => this.#call(page, call, signal),
    };
    sessionToolsOf(host).offer(subject.session, subject.id, offered);
  }

  async #call(
    page: Bridge,
    { name, displayName, input }: AskedCall,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const tool = this.#state.tools.find((one) => one.name === name);
    const own = tool && viewToolOf(tool)?.name;
    if (own === undefined) return failedResult(`The View doesn’t offer “${displayName}” any more.`);
    try {
      return resultOfAnswer(await page.callTool(own, input, signal), displayName);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const late = `The View didn’t answer within ${viewToolLimits.answerMs / 1000} seconds.`;
      return failedResult(isTimeout(error) ? late : `The View couldn’t run it: ${reason}`);
    }
  }

  #change(change: Partial<ViewToolsState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

async function readAll(page: Bridge): Promise<readonly unknown[]> {
  const listed: unknown[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { tools, nextCursor } = await page.listTools(cursor);
    for (const tool of tools.slice(0, mostListed)) listed.push(tool);
    if (nextCursor === undefined || listed.length > viewToolLimits.perView) break;
    cursor = nextCursor;
  }
  return listed;
}

function isTimeout(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === 'REQUEST_TIMEOUT';
}
