import { isDeepStrictEqual } from 'node:util';

/** The name under which agents know the proxy. Short, because it becomes a part of every tool's name. */
export const proxyName = 'loggia';

/** A call as an agent reports it. */
export interface ReportedCall {
  readonly id: string;
  readonly title: string;
  readonly name?: string | undefined;
  readonly input?: unknown;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** It changes files or runs a command, which no call of the proxy does by itself. */
  readonly actsItself: boolean;
}

/** A call that arrived at the proxy. */
export interface ServedCall {
  readonly name: string;
  readonly input: unknown;
  /** The agent's id for it, from agents that pass one. */
  readonly id?: string | undefined;
}

/** `ours`: a served call is the same. `held`: it looks like one that the proxy will get. `own`: the agent runs it. */
export type Verdict = 'ours' | 'held' | 'own';

/**
 * Finds out which calls an agent reports are those that arrive at the proxy, in either order. The proxy's are the
 * truth, and the chat shows them; a report of the same call adds nothing and is dropped.
 */
export class CallMatching {
  readonly #tools: () => readonly string[];
  readonly #unclaimed: ServedCall[] = [];
  readonly #waiting = new Map<string, ReportedCall>();
  readonly #claimed = new Set<string>();

  constructor(tools: () => readonly string[]) {
    this.#tools = tools;
  }

  served(call: ServedCall): void {
    const reports = [...this.#waiting.values()];
    const found =
      call.id === undefined
        ? reports.find((report) => this.#isSame(report, call))
        : reports.find(({ id }) => id === call.id);
    if (found) this.#claim(found.id);
    else if (call.id === undefined || !this.#claimed.has(call.id)) this.#unclaimed.push(call);
  }

  /** Call this for every report of a call, the updated ones included. */
  reported(report: ReportedCall): Verdict {
    if (this.#claimed.has(report.id)) return 'ours';
    const byId = this.#unclaimed.findIndex(({ id }) => id === report.id);
    const at = byId >= 0 ? byId : this.#unclaimed.findIndex((call) => this.#isSame(report, call));
    if (at >= 0) {
      this.#unclaimed.splice(at, 1);
      this.#claim(report.id);
      return 'ours';
    }
    if (this.#toolOf(report) === undefined) return 'own';
    this.#waiting.set(report.id, report);
    return 'held';
  }

  /** Whether the agent says itself that the call goes to the proxy. */
  isForProxy(report: ReportedCall): boolean {
    return this.#claimed.has(report.id) || this.#toolOf(report)?.isCertain === true;
  }

  #claim(id: string): void {
    this.#waiting.delete(id);
    this.#claimed.add(id);
  }

  #isSame(report: ReportedCall, call: ServedCall): boolean {
    // Agents that pass ids pass one with every call.
    if (call.id !== undefined || this.#toolOf(report)?.name !== call.name) return false;
    const input = inputOf(report);
    return input === undefined || isDeepStrictEqual(input, call.input);
  }

  #toolOf(report: ReportedCall): { readonly name: string; readonly isCertain: boolean } | undefined {
    if (report.actsItself) return undefined;
    const { tool, isCertain } = namedTool(report);
    const name = this.#tools().find((each) => plain(each) === tool);
    return name === undefined ? undefined : { name, isCertain };
  }
}

/** The tool that a report names, without the proxy's name that agents put before or after it in their own ways. */
function namedTool({ name, title, meta, input }: ReportedCall): { tool: string; isCertain: boolean } {
  const told = ownWords(meta) ?? callOf(input);
  if (told !== undefined) return { tool: plain(told), isCertain: true };
  const said = name ?? title;
  const forms = [
    new RegExp(`^mcp__${proxyName}__(.+)$`),
    new RegExp(`^mcp\\.${proxyName}\\.(.+)$`),
    new RegExp(`^${proxyName}(?:__|_|: |\\.|/)(.+)$`),
    new RegExp(`^(.+) \\(${proxyName} MCP Server\\)$`),
  ];
  for (const form of forms) {
    const [, tool] = form.exec(said) ?? [];
    if (tool !== undefined) return { tool: plain(tool), isCertain: true };
  }
  return { tool: plain(said), isCertain: false };
}

/** Agents that say in metadata which server a call is for. */
function ownWords(meta: ReportedCall['meta']): string | undefined {
  const claude = record(meta?.['claudeCode']);
  if (claude['mcpServer'] === proxyName && typeof claude['toolName'] === 'string')
    return claude['toolName'].replace(`mcp__${proxyName}__`, '');
  const goose = record(record(meta?.['goose'])['toolCall']);
  return goose['extensionName'] === proxyName
    ? text(goose['toolName'])?.replace(`${proxyName}__`, '')
    : undefined;
}

function callOf(input: unknown): string | undefined {
  const { server, tool } = record(input);
  return server === proxyName ? text(tool) : undefined;
}

function inputOf({ input }: ReportedCall): unknown {
  return callOf(input) === undefined ? input : (record(input)['arguments'] ?? {});
}

/** Agents replace characters in names, each in its own way. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
