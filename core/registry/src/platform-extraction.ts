import type { TypeContract } from '@loggia/content';
import { buildRegistry } from './build-registry.ts';

/** The key of the built-in that reads the text of a type, as the platform's definitions alone have it. */
export function platformExtraction(contracts: readonly TypeContract[]): (mime: string) => string | undefined {
  const registry = buildRegistry({ claims: [], builtins: contracts, policy: { precedence: {}, chosen: {} } });
  return (mime) => {
    const entry = registry.resolve(mime).capabilities.get('extract_text')?.[0]?.entry;
    return entry && 'builtin' in entry ? entry.builtin : undefined;
  };
}
