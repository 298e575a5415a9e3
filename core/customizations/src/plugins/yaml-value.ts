import { parseDocument } from 'yaml';

/** The number of characters that may still be parsed. */
export interface YamlBudget {
  characters: number;
}

const longest = 8 * 1024;
const options = {
  prettyErrors: false,
  logLevel: 'silent',
  uniqueKeys: false,
  strict: false,
  merge: false,
} as const;

/**
 * Whether it may be nested more than a hundred levels deep; errs on the side of yes. The parser recurses for each
 * level, and a stack overflow while it compiles an expression ends the whole process and can't be caught.
 */
function isDeep(source: string): boolean {
  if ((source.match(/[[{]/g)?.length ?? 0) > 100) return true;
  return source.split('\n').some((line) => {
    const indent = /^\s*/.exec(line)?.[0].length ?? 0;
    return indent > 40 || (line.match(/[-?:](?=\s|$)/g)?.length ?? 0) > 40;
  });
}

/**
 * The value of a name in a few lines of YAML; undefined if it can't be read. Hostile YAML takes the parser a thousand
 * times longer than ours, so its cost is limited in advance.
 */
export function yamlValue(source: string, name: string, budget: YamlBudget): unknown {
  if (source.length > longest || source.length > budget.characters || isDeep(source)) return undefined;
  budget.characters -= source.length;
  try {
    const document = parseDocument(source, options);
    if (document.errors.length > 0) return undefined;
    // Limits aliases: a few lines could otherwise fill the memory.
    const read: unknown = document.toJS({ mapAsMap: true, maxAliasCount: 10 });
    return read instanceof Map ? ((read.get(name) as unknown) ?? null) : undefined;
  } catch {
    return undefined;
  }
}
