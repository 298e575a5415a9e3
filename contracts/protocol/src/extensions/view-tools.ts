import type { ToolDefinition } from '../common/tools.ts';

type Meta = Readonly<Record<string, unknown>>;

/** A tool that a View offers to agents. The client that shows the View registers it among its own tools, with a mark. */
export interface ViewTool {
  /** The id of the View. */
  readonly view: string;
  /** The View's title for users. */
  readonly title: string;
  /** The id of the View's server in the session. */
  readonly server: string;
  /** The hash of the template that the View runs. */
  readonly template: string;
  /** The View's own name for the tool. */
  readonly name: string;
}

export const viewToolLimits = {
  perView: 50,
  /** All Views in a session together. */
  perSession: 100,
  /** In characters; longer ones are cut. */
  title: 80,
  description: 4000,
  /** One schema, and one whole definition, in characters of JSON. */
  schema: 20_000,
  definition: 32_000,
  /** All definitions of one View, in characters of JSON. */
  definitions: 200_000,
  /** One answer of a View, in bytes of JSON. */
  answer: 4 * 1024 * 1024,
  /** How long a View may take for an answer. */
  answerMs: 30_000,
  /** How long the host waits for the client that shows the View. Longer, so that the client's own reason comes first. */
  clientMs: 45_000,
} as const;

const key = 'loggia.viewTool';

/** `_meta` that marks a client's tool, or a call of it, as a View's. */
export function viewToolMark({ view, title, server, template, name }: ViewTool): { readonly [key]: Meta } {
  return { [key]: { view, title, server, template, name } };
}

/**
 * The View's tool behind a tool or a call; undefined if it isn't a View's. An unreadable mark still marks it, as a tool
 * of no server.
 */
export function viewToolOf({ _meta }: { readonly _meta?: Meta | undefined }): ViewTool | undefined {
  if (_meta === undefined || !Object.hasOwn(_meta, key)) return undefined;
  const mark = _meta[key];
  const { view, title, server, template, name } = (
    typeof mark === 'object' && mark !== null ? mark : {}
  ) as Meta;
  return {
    view: textOf(view),
    title: textOf(title),
    server: textOf(server),
    template: textOf(template),
    name: textOf(name),
  };
}

/** Why a client's tools of Views can't be registered; undefined if they can. */
export function refuseViewTools(tools: readonly ToolDefinition[]): string | undefined {
  const { perSession, definition } = viewToolLimits;
  const marked = tools.filter((tool) => viewToolOf(tool) !== undefined);
  if (marked.length > perSession)
    return `The Views of a session can offer at most ${perSession} tools. Register fewer.`;
  const long = marked.find((tool) => JSON.stringify(tool).length > definition);
  return long && `The definition of "${long.name.slice(0, 64)}" is too long. Shorten or leave out the tool.`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
