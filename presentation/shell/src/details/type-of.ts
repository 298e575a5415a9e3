import type { TypeExplanation, TypeView } from '@loggia/protocol';
import { useAnswer, type Answer } from '../host/use-answer.ts';
import { useWorkspace } from '../host/use-channel.ts';

/** A type as the workspace resolves it now. */
export function useType(workspace: string, mime: string | undefined): TypeView | undefined {
  return useWorkspace(workspace)?.state?.types.find((type) => type.mime === mime);
}

/** The explanation of a type, requested again when the type changes. */
export function useExplanation(
  workspace: string,
  mime: string | undefined,
): Answer<{ readonly explanation: TypeExplanation }> {
  return useAnswer('x-loggia/explainType', mime === undefined ? undefined : { workspace, type: mime });
}

/** Whether the definition of the type says that people may edit it where it is shown. */
export function mayBeEdited(explanation: TypeExplanation | undefined): boolean {
  const presentation = explanation?.files?.['presentation.json'];
  const { modes } = (presentation ?? {}) as { readonly modes?: unknown };
  return Array.isArray(modes) && modes.includes('edit');
}
