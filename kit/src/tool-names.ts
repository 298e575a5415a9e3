import type { TypeDefinition } from './define-type.ts';

/** The short name of a type: the last part of its subtype, in words that tool names can hold. */
export function nameOf(type: Pick<TypeDefinition, 'mime' | 'name'>): string {
  if (type.name !== undefined) return type.name;
  const subtype = type.mime.slice(type.mime.indexOf('/') + 1).replace(/\+[^+]*$/, '');
  const last = subtype.split('.').at(-1) ?? '';
  return last.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '') || 'any';
}

export const openTool = (type: TypeDefinition) => `open_${nameOf(type)}`;
export const eventTool = (type: TypeDefinition) => `${nameOf(type)}_event`;
export const capabilityTool = (type: TypeDefinition, capability: string) => `${nameOf(type)}_${capability}`;
export const actionTool = (type: TypeDefinition, action: string) => `${nameOf(type)}_action_${action}`;
