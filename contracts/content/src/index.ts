export { apiAccessOf, apiAccessSchema, apiMetaKey, type ApiAccess } from './calls/api-access.ts';
export {
  actionArgumentsSchema,
  capabilityArgumentsSchema,
  eventArgumentsSchema,
  viewerArgumentsSchema,
  type ActionArguments,
  type CapabilityArguments,
  type EventArguments,
  type ViewerArguments,
} from './calls/arguments.ts';
export { artifactReferenceSchema, type ArtifactReference } from './calls/artifact-reference.ts';
export { extractedTextOf, thumbnailOf, type Thumbnail } from './calls/results.ts';
export {
  behaviorsSchema,
  lifecycleEvents,
  permissions,
  type Behaviors,
  type CapabilityEntry,
  type LifecycleEvent,
  type Permission,
} from './files/behaviors.ts';
export { contextFormSchema, type ContextForm } from './files/context-form.ts';
export {
  artifactStates,
  nativeRenderers,
  presentationSchema,
  type ArtifactState,
  type NativeRenderer,
  type Presentation,
  type TypeAction,
  type Viewer,
} from './files/presentation.ts';
export { previewSchema, type Preview } from './files/preview.ts';
export { typeDefinitionSchema, type TypeDefinition } from './files/type-definition.ts';
export { valueAt } from './json-pointer.ts';
export { typeLimits } from './limits.ts';
export {
  isWildcard,
  opaqueType,
  parseMime,
  plainTextType,
  platformVendor,
  structuredSuffix,
  suffixType,
  vendorOf,
  wildcardsOver,
  type Mime,
  type MimeTree,
} from './mime.ts';
export { parseTypeFiles, type ParsedType, type TypeSource } from './parse-type-files.ts';
export {
  isTypeFile,
  mimeOfFolder,
  parseTypeUri,
  typeFolder,
  typeUri,
  type TypeAddress,
} from './type-addresses.ts';
export { previewOf, type PreviewField, type ShownPreview } from './preview-of.ts';
export type { TypeBehaviors, TypeContract, TypeProblem } from './type-contract.ts';
