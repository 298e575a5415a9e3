import { isUtf8 } from 'node:buffer';
import type { TypePort } from '@loggia/artifacts';
import { opaqueType, plainTextType, previewOf, type ShownPreview } from '@loggia/content';
import type { ArtifactSummary } from '@loggia/protocol';
import { createContextValidator } from '@loggia/registry';
import type { WorkspaceRegistries } from './workspace-registries.ts';

/** The knowledge of types that artifacts need, from the current registry. */
export function knownTypes(registry: WorkspaceRegistries): TypePort {
  const validator = createContextValidator();
  return {
    resolve(workspace, type) {
      const { contract, mime } = registry.of(workspace).resolve(type);
      // Another type's rules for contexts don't apply to this one.
      const own = contract?.mime === mime ? contract : undefined;
      const extension = own?.definition.extensions?.[0];
      const creatable = own?.presentation?.creatable;
      const isCreatable = creatable !== undefined && creatable !== false;
      return {
        known: own !== undefined,
        get needs() {
          return registry.needs(workspace, type);
        },
        ...(extension !== undefined && { extension }),
        ...(isCreatable && {
          template: {
            ...(typeof creatable === 'object' && creatable),
            title: newTitle(creatable, own?.presentation.label ?? mime),
          },
        }),
        validate: (context) => (own ? validator.validate(own, context) : []),
        preview: (context) => (own?.preview ? shown(previewOf(own.preview, context)) : undefined),
      };
    },
    typeForFile(workspace, fileName, head) {
      const [likeliest] = registry.of(workspace).byExtension(fileName);
      return likeliest?.mime ?? (looksLikeText(head) ? plainTextType : opaqueType);
    },
  };
}

function newTitle(creatable: true | { readonly title?: string | undefined }, label: string): string {
  const title = creatable === true ? undefined : creatable.title;
  return title ?? `Untitled ${label.toLowerCase()}`;
}

/** The last bytes may be an incomplete character. */
function looksLikeText(head: Uint8Array): boolean {
  if (head.length === 0 || head.includes(0)) return false;
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)));
}

function shown({ text, fields, progress }: ShownPreview): ArtifactSummary['preview'] {
  return {
    ...(text !== undefined && { text }),
    ...(fields && { fields: fields.map((field) => ({ ...field })) }),
    ...(progress && { progress: { ...progress } }),
  };
}
