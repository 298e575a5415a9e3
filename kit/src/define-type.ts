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

/** What a tool answers: a text, or a result of MCP. A result without `content` gets its data as text too. */
export type Outcome = string | (Omit<CallToolResult, 'content'> & Partial<Pick<CallToolResult, 'content'>>);
type Answer<T> = T | Promise<T>;

export interface ToolDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly title?: string;
  readonly description: string;
  readonly input: Shape;
  /** Who may call it: a model, the View, or both, which is the default. */
  readonly visibility?: readonly ('model' | 'app')[];
  readonly annotations?: ToolAnnotations;
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

/** What the host can ask of a type beside showing it. The three that are named feed search and cards. */
export interface Capabilities {
  extract_text?(artifact: Artifact, call: Call): Answer<string>;
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
  /** Of `context`: a JSON Schema, or a Zod schema that one is made from. */
  readonly schema?: Readonly<Record<string, unknown>> | z.ZodType;
  readonly ui?: content.ContextForm;
  readonly preview?: content.Preview;
  readonly view?: ViewDefinition;
  /** What the View is given beside the artifact, as the result of the tool that opens it. */
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
