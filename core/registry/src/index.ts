export { buildRegistry, type Registry, type RegistryInput } from './build-registry.ts';
export {
  builtinProvider,
  titleOf,
  type Claim,
  type Provider,
  type RegistryPolicy,
  type Trust,
  type TypeDefect,
} from './claim.ts';
export { createContextValidator, type ContextValidator } from './context/context-validator.ts';
export type { ContextProblem } from './context/plain-sentences.ts';
export type { ExtensionMatch } from './extensions.ts';
export type { Relation } from './lineage.ts';
export type { Owner } from './ownership.ts';
export { platformMedium } from './platform-medium.ts';
export { readTypeFolder, type TypeFolder } from './read-type-folder.ts';
export type {
  Alternate,
  Resolution,
  ResolvedCapability,
  ResolvedViewer,
  Rule,
  Service,
} from './resolution.ts';
export type { Conflict, IgnoredClaim } from './type-decision.ts';
export { platformExtraction } from './platform-extraction.ts';
