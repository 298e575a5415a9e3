import type { TypeView } from './types.ts';

/** How content reaches a person or a model: as words, pixels, sound or film. */
export type Medium = 'text' | 'image' | 'audio' | 'video';

/** Undefined for bytes that need a program of their own, and for types that nobody has heard of. */
export type MediumOf = (contentType: string) => Medium | undefined;

/** By the names of the renderers that definitions of the platform may name. */
const mediums: ReadonlyMap<string, Medium> = new Map([
  ['text', 'text'],
  ['markdown', 'text'],
  ['json', 'text'],
  ['csv', 'text'],
  ['image', 'image'],
  ['audio', 'audio'],
  ['video', 'video'],
]);

/** The medium of everything that the platform shows with that renderer. */
export function mediumOfRenderer(renderer: string): Medium | undefined {
  return mediums.get(renderer);
}

/**
 * The medium of a content type by the definitions that a workspace knows: by the renderer of the type itself, else of
 * its structured suffix, its wildcard, or anything. A View that opens the type doesn't change its medium.
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

/** The definition for everything in the same family of types. */
export function wildcardOver(mime: string): string {
  return `${mime.split('/', 1)[0]}/*`;
}

/** RFC 6838 registers the format that a suffix stands for here: `+json` is `application/json`. */
const suffixCategory = 'application';

function rendererOf({ viewer, alternates }: TypeView): string | undefined {
  if (viewer?.kind === 'native') return (viewer as { readonly renderer: string }).renderer;
  return alternates.find(({ renderer }) => renderer !== undefined)?.renderer;
}
