export type { Api, ArtifactChange } from './api/api.ts';
export { ApiError, ConflictError, NoAccessError } from './api/errors.ts';
export type { Artifact, ArtifactEvent } from './artifact.ts';
export {
  defineType,
  tool,
  type ActionDefinition,
  type Call,
  type Capabilities,
  type ChoiceSource,
  type Events,
  type Image,
  type Outcome,
  type Presentation,
  type ToolDefinition,
  type TypeDefinition,
  type ViewDefinition,
} from './define-type.ts';
export { Canvas, type Color } from './picture/canvas.ts';
export { encodePng } from './picture/png.ts';
export { serveTypes, type ServedTypes, type ServerDefinition } from './serve-types.ts';
