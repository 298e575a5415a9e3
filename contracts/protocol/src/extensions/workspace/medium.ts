import type { TypeView } from './types.ts';

/** The form in which content reaches a person or a model: text, image, sound or film. */
export type Medium = 'text' | 'image' | 'audio' | 'video';

/** Undefined for binary formats that need their own program, and for unknown types. */
export type MediumOf = (contentType: string) => Medium | undefined;

/** By the names of renderers in the platform's definitions. */
const mediums: ReadonlyMap<string, Medium> = new Map([
  ['text', 'text'],
  ['markdown', 'text'],
  ['json', 'text'],
  ['csv', 'text'],
  ['html', 'text'],
  ['image', 'image'],
  ['audio', 'audio'],
  ['video', 'video'],
]);

/** The medium of everything that the platform shows with that renderer. */
export function mediumOfRenderer(renderer: string): Medium | undefined {
  return mediums.get(renderer);
}

/**
 * The medium of a content type by a workspace's definitions: by the renderer of the type itself, or else of its
 * structured suffix, its wildcard, or the wildcard for everything. A View that opens the type doesn't change its medium.
 */
export function mediumLookup(types: readonly TypeView[]): MediumOf {
  const renderers = new Map<string, string>();
  const bySuffix = new Map<string, string>();
  for (const type of types) {
    const renderer = rendererOf(type);
    if (renderer === undefined) continue;
    renderers.set(type.mime, renderer);
    const [category, subtype] = type.mime.split('/', 2);
    if (category === suffixCategory && subtype !== undefined) bySuffix.set(subtype, renderer);
  }
  return (contentType) => {
    const essence = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const suffix = /\+([^+/]+)$/.exec(essence)?.[1];
    const renderer =
      renderers.get(essence) ??
      (suffix === undefined ? undefined : bySuffix.get(suffix)) ??
      renderers.get(wildcardOver(essence)) ??
      renderers.get('*/*');
    return renderer === undefined ? undefined : mediumOfRenderer(renderer);
  };
}

/** The wildcard for the type's category. */
export function wildcardOver(mime: string): string {
  return `${mime.split('/', 1)[0]}/*`;
}

/** RFC 6838 registers the formats of suffixes here: `+json` is `application/json`. */
const suffixCategory = 'application';

function rendererOf({ viewer, alternates }: TypeView): string | undefined {
  if (viewer?.kind === 'native') return (viewer as { readonly renderer: string }).renderer;
  return alternates.find(({ renderer }) => renderer !== undefined)?.renderer;
}
