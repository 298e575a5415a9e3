import type { TypeContract } from '@loggia/content';
import { mediumOfRenderer, type MediumOf } from '@loggia/protocol';
import { buildRegistry } from './build-registry.ts';

/**
 * The medium of every content type by the platform's own definitions. Servers' definitions don't count: giving a model
 * content it can't read fails a whole turn.
 */
export function platformMedium(builtins: readonly TypeContract[]): MediumOf {
  const registry = buildRegistry({ claims: [], builtins, policy: { precedence: {}, chosen: {} } });
  return (contentType) => {
    const viewer = registry.resolve(contentType).viewer?.viewer;
    return viewer && 'native' in viewer ? mediumOfRenderer(viewer.native) : undefined;
  };
}
