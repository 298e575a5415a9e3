import { z } from 'zod';
import type { TypeDefinition } from './define-type.ts';
import { actionTool, capabilityTool, eventTool, openTool } from './tool-names.ts';

export type TypeFiles = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The files that define the type for a host, by name. */
export function typeFiles(type: TypeDefinition): TypeFiles {
  const { mime, version, description, extensions, inherits } = type;
  const files: Record<string, Record<string, unknown> | undefined> = {
    'type.json': { mime, version, description, extensions, inherits },
    'presentation.json': { ...type.presentation, viewer: viewerOf(type), actions: actionsOf(type) },
    'schema.json': schemaOf(type),
    'ui.json': type.ui,
    'preview.json': type.preview,
    'behaviors.json': behaviorsOf(type),
  };
  // A definition may hold `undefined`; JSON cannot, and this is what the host will read.
  return JSON.parse(JSON.stringify(files)) as TypeFiles;
}

function viewerOf(type: TypeDefinition) {
  return type.view === undefined ? undefined : { tool: openTool(type) };
}

function actionsOf(type: TypeDefinition) {
  if (type.actions === undefined) return undefined;
  return Object.entries(type.actions).map(([id, { label, icon, confirm, states }]) => ({
    id,
    label,
    icon,
    tool: actionTool(type, id),
    confirm,
    states,
  }));
}

function behaviorsOf(type: TypeDefinition) {
  const events = Object.keys(type.events ?? {}).map((kind) => [kind, { tool: eventTool(type) }]);
  const capabilities = Object.keys(type.capabilities ?? {}).map((name) => [
    name,
    { tool: capabilityTool(type, name) },
  ]);
  const needs = type.needs ?? [];
  if (events.length + capabilities.length + needs.length === 0) return undefined;
  return {
    mime: type.mime,
    events: Object.fromEntries(events),
    capabilities: Object.fromEntries(capabilities),
    needs,
  };
}

function schemaOf({ schema }: TypeDefinition): Record<string, unknown> | undefined {
  if (schema === undefined) return undefined;
  // The host checks the input, before defaults are filled in.
  return schema instanceof z.ZodType ? z.toJSONSchema(schema, { io: 'input' }) : { ...schema };
}
