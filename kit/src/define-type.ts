import type * as content from '@loggia/content';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Api } from './api/api.ts';
import type { Artifact, ArtifactEvent } from './artifact.ts';

export interface Call {
  /** The host's API with what this call may do. Its methods throw when the call came without access. */
  readonly api: Api;
  /** Aborted when the host no longer wants the answer. */
  readonly signal: AbortSignal;
}

/** The answer of a tool: a text, or an MCP result. A result without `content` gets its data as text too. */
export type Outcome = string | (Omit<CallToolResult, 'content'> & Partial<Pick<CallToolResult, 'content'>>);
type Answer<T> = T | Promise<T>;

/** The values of a parameter are in the structured result of another tool of the server, which must be read-only. */
export interface ChoiceSource {
  /** It is called with the arguments of the same names that are known. */
  readonly tool: string;
  /** Where the entries are: names of properties, and `*` for all entries of a list, as in `columns/*`. */
  readonly path: string;
  /** The property of an entry that is the value; without it, the entry is. */
  readonly value?: string;
  /** The property of an entry that people see; the value without it. */
  readonly label?: string;
}

export interface ToolDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly title?: string;
  readonly description: string;
  readonly input: Shape;
  /** The allowed callers: a model, the View, or both, which is the default. */
  readonly visibility?: readonly ('model' | 'app')[];
  readonly annotations?: ToolAnnotations;
  /**
   * A model's call of it shows the type's View in the conversation. The View gets the arguments and the result; where it
   * shows the artifact that `artifact` names, its calls may change that artifact, as they may in a window of its own.
   */
  readonly showsView?: boolean;
  /** Where the values of a parameter can be found, by its name, so that people choose instead of writing them. */
  readonly choices?: Readonly<Partial<Record<Extract<keyof Shape, string>, ChoiceSource>>>;
  run(args: z.infer<z.ZodObject<Shape>>, call: Call): Answer<Outcome>;
}

/** Ties the arguments of `run` to `input`. */
export function tool<Shape extends z.ZodRawShape>(definition: ToolDefinition<Shape>): ToolDefinition {
  return definition as unknown as ToolDefinition;
}

export interface ViewDefinition {
  /** The page itself, or the file that holds it. */
  readonly html: string | URL;
  readonly csp?: Readonly<
    Partial<
      Record<'connectDomains' | 'resourceDomains' | 'frameDomains' | 'baseUriDomains', readonly string[]>
    >
  >;
  readonly permissions?: Readonly<
    Partial<
      Record<'camera' | 'microphone' | 'geolocation' | 'clipboardWrite', Readonly<Record<string, never>>>
    >
  >;
  readonly prefersBorder?: boolean;
  readonly domain?: string;
}

export interface ActionDefinition {
  readonly label: string;
  readonly icon?: string;
  /** The question to ask before it runs. */
  readonly confirm?: string;
  readonly states?: readonly Artifact['state'][];
  run(artifact: Artifact, call: Call): Answer<Outcome>;
}

export interface Image {
  readonly data: Uint8Array;
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
}

/** The optional tools of a type that the host calls. The named ones feed search and cards. */
export interface Capabilities {
  extract_text?(artifact: Artifact, call: Call): Answer<string>;
  /** A few rows for a card: a line for each, tabs between cells. The first has the titles, or is empty. */
  glimpse?(artifact: Artifact, call: Call): Answer<string>;
  summarize?(artifact: Artifact, call: Call): Answer<string>;
  generate_thumbnail?(artifact: Artifact, call: Call): Answer<Image>;
  readonly [name: string]: ((artifact: Artifact, call: Call) => Answer<string | Image | Outcome>) | undefined;
}

export type Events = {
  readonly [Kind in ArtifactEvent['kind']]?: (
    event: ArtifactEvent,
    artifact: Artifact,
    call: Call,
  ) => Answer<void>;
};

/** `presentation.json` without what the kit writes itself. */
export type Presentation = Omit<content.Presentation, 'viewer' | 'actions'>;

export interface TypeDefinition {
  readonly mime: string;
  readonly version: string;
  /** Names its tools and its View; taken from the MIME type unless given: `vnd.acme.invoice+json` is `invoice`. */
  readonly name?: string;
  readonly description?: string;
  readonly extensions?: readonly string[];
  readonly inherits?: readonly string[];
  readonly presentation: Presentation;
  /** The schema of `context`: a JSON Schema, or a Zod schema to make one from. */
  readonly schema?: Readonly<Record<string, unknown>> | z.ZodType;
  readonly ui?: content.ContextForm;
  readonly preview?: content.Preview;
  readonly view?: ViewDefinition;
  /** The result of the tool that opens the View, given to it beside the artifact. */
  open?(artifact: Artifact, call: Call): Answer<Outcome>;
  readonly tools?: Readonly<Record<string, ToolDefinition>>;
  readonly events?: Events;
  readonly capabilities?: Capabilities;
  readonly actions?: Readonly<Record<string, ActionDefinition>>;
  /** Permissions beyond the artifact itself, which the user must grant to this server. */
  readonly needs?: readonly content.Permission[];
}

/** Says what a type is. Nothing happens before it is served. */
export function defineType(definition: TypeDefinition): TypeDefinition {
  return definition;
}
