import {
  actionArgumentsSchema,
  capabilityArgumentsSchema,
  eventArgumentsSchema,
  viewerArgumentsSchema,
} from '@loggia/content';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Artifact, ArtifactEvent } from './artifact.ts';
import type { Call, ToolDefinition, TypeDefinition } from './define-type.ts';
import { capabilityResult, resultOf } from './results.ts';
import type { SeenEvents } from './seen-events.ts';
import { actionTool, capabilityTool, eventTool, openTool } from './tool-names.ts';

/** Called by the host alone: neither models nor Views are shown it. */
const hostOnly = [] as const;

/** A registered tool, from the kit or the author. */
export interface ServedTool {
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly ui: Readonly<Record<string, unknown>>;
  readonly annotations?: ToolAnnotations | undefined;
  readonly choices?: ToolDefinition['choices'] | undefined;
  run(args: Record<string, unknown>, call: Call): Promise<CallToolResult>;
}

export function toolsOf(
  types: readonly TypeDefinition[],
  shared: Readonly<Record<string, ToolDefinition>>,
  viewUri: (type: TypeDefinition) => string,
  seen: SeenEvents,
): ReadonlyMap<string, ServedTool> {
  const tools = new Map<string, ServedTool>();
  const add = (name: string, definition: ServedTool) => {
    if (!/^[A-Za-z0-9_.-]{1,128}$/.test(name)) {
      throw new Error(
        `“${name}” is not a valid tool name: use letters, digits, “_”, “-” and “.”, at most 128.`,
      );
    }
    if (tools.has(name)) {
      throw new Error(
        `Two tools are called “${name}”. Rename one, or give one of the types another \`name\`.`,
      );
    }
    tools.set(name, definition);
  };
  for (const type of types) {
    for (const [name, definition] of hostToolsOf(type, viewUri(type), seen)) add(name, definition);
    const view = type.view === undefined ? undefined : viewUri(type);
    for (const [name, definition] of Object.entries(type.tools ?? {}))
      add(name, authorsTool(name, definition, view));
  }
  for (const [name, definition] of Object.entries(shared)) add(name, authorsTool(name, definition));
  return tools;
}

function authorsTool(name: string, definition: ToolDefinition, view?: string): ServedTool {
  const {
    title = name,
    description,
    input,
    visibility = ['model', 'app'],
    annotations,
    choices,
  } = definition;
  // Any other tool for models would open another View with each call.
  const namesView = definition.showsView === true || !visibility.includes('model');
  const resource = view !== undefined && namesView ? { resourceUri: view } : {};
  return {
    title,
    description,
    input: z.object(input),
    annotations,
    choices,
    ui: { visibility, ...resource },
    run: async (args, call) => resultOf(await definition.run(args, call)),
  };
}

function* hostToolsOf(type: TypeDefinition, view: string, seen: SeenEvents): Generator<[string, ServedTool]> {
  const { label } = type.presentation;
  const artifactIn = (args: Record<string, unknown>) => args['artifact'] as unknown as Artifact;

  if (type.view !== undefined) {
    yield [
      openTool(type),
      {
        title: `Open ${label}`,
        description: `Shows an artifact of the type ${type.mime}.`,
        input: viewerArgumentsSchema,
        annotations: { readOnlyHint: true },
        ui: { resourceUri: view, visibility: ['app'] },
        run: async (args, call) => {
          const artifact = artifactIn(args);
          return resultOf((await type.open?.(artifact, call)) ?? `“${artifact.title}” is open.`);
        },
      },
    ];
  }
  const events = type.events ?? {};
  if (Object.keys(events).length > 0) {
    yield [
      eventTool(type),
      {
        title: `${label}: events`,
        description: `The host calls it after an artifact of the type ${type.mime} was changed.`,
        input: eventArgumentsSchema,
        ui: { visibility: hostOnly },
        run: async (args, call) => {
          const event = args['event'] as unknown as ArtifactEvent;
          await seen.once(event.id, async () => events[event.kind]?.(event, artifactIn(args), call));
          return resultOf('Done.');
        },
      },
    ];
  }
  for (const [name, provide] of Object.entries(type.capabilities ?? {})) {
    if (provide === undefined) continue;
    yield [
      capabilityTool(type, name),
      {
        title: `${label}: ${name}`,
        description: `The host calls it for the capability ${name} of the type ${type.mime}.`,
        input: capabilityArgumentsSchema,
        annotations: { readOnlyHint: true },
        ui: { visibility: hostOnly },
        run: async (args, call) => capabilityResult(await provide(artifactIn(args), call)),
      },
    ];
  }
  for (const [id, action] of Object.entries(type.actions ?? {})) {
    yield [
      actionTool(type, id),
      {
        title: `${label}: ${action.label}`,
        description: `The host calls it when the user chooses “${action.label}”.`,
        input: actionArgumentsSchema,
        ui: { visibility: hostOnly },
        run: async (args, call) => resultOf(await action.run(artifactIn(args), call)),
      },
    ];
  }
}
