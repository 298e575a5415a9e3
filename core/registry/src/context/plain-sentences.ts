import type { OutputUnit } from '@cfworker/json-schema';

export interface ContextProblem {
  /** A JSON pointer into the context; empty for the whole. */
  readonly path: string;
  /** A sentence that says what to do. */
  readonly message: string;
}

const mostProblems = 50;
const longestMessage = 400;

/** These only say that something below them is wrong, which is reported itself. */
const wrapping = new Set([
  '$ref',
  'allOf',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'dependentSchemas',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  'if',
]);
/** Problems below these are about one of several alternatives and would only confuse. */
const concluding = new Set(['anyOf', 'oneOf', 'not', 'contains', 'propertyNames']);

const nouns: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

function pathOf(location: string): string {
  try {
    return decodeURIComponent(location.slice(1));
  } catch {
    return location.slice(1);
  }
}

function quoted(text: string): string {
  return text.slice(text.indexOf('"') + 1, text.lastIndexOf('"'));
}

function after(text: string, sign: string): string {
  return text.slice(text.lastIndexOf(sign) + sign.length).replace(/[).]+$/, '');
}

function numberIn(text: string): string {
  return /-?\d[\d.e+-]*(?=[^\d]*$)/.exec(text)?.[0].replace(/\.$/, '') ?? '';
}

function sentence({ keyword, keywordLocation, error }: OutputUnit): string {
  switch (keyword) {
    case 'type': {
      const [found = '', ...expected] = [...error.matchAll(/"(\w+)"/g)].map(
        ([, name = '']) => nouns[name] ?? name,
      );
      return `It must be ${expected.join(' or ')}, and is ${found}.`;
    }
    case 'const':
      return `It must be ${after(error, 'does not match ')}.`;
    case 'enum':
      return `It must be one of ${after(error, 'any of ').replace(/^\[|\]$/g, '')}.`;
    case 'minLength':
      return `It is too short: use at least ${after(error, '< ')} characters.`;
    case 'maxLength':
      return `It is too long: use at most ${after(error, '> ')} characters.`;
    case 'pattern':
      return 'It does not match the pattern that the type requires. Change it.';
    case 'format':
      return error.includes('"pattern ')
        ? 'It does not match the pattern that the type requires. Change it.'
        : `It is not a valid ${quoted(error)}. Write it as one.`;
    case 'minimum':
      return `It must be at least ${numberIn(error)}.`;
    case 'maximum':
      return `It must be at most ${numberIn(error)}.`;
    case 'exclusiveMinimum':
      return `It must be more than ${numberIn(error)}.`;
    case 'exclusiveMaximum':
      return `It must be less than ${numberIn(error)}.`;
    case 'multipleOf':
      return `It must be a multiple of ${numberIn(error)}.`;
    case 'minItems':
      return `The list is too short: it needs at least ${after(error, '< ')} entries.`;
    case 'maxItems':
      return `The list is too long: it may have at most ${after(error, '> ')} entries.`;
    case 'minProperties':
      return `It needs at least ${numberIn(error)} properties.`;
    case 'maxProperties':
      return `It may have at most ${numberIn(error)} properties.`;
    case 'uniqueItems':
      return 'The list has the same entry twice. Remove one.';
    case 'dependentRequired':
      return `${error.replace('Instance has', 'With').replace(' but does not have', ', it also needs')} Add it.`;
    case 'propertyNames':
      return `The type does not allow a property named "${quoted(error)}". Rename or remove it.`;
    case 'not':
      return /\/(?:additional|unevaluated)(?:Properties|Items)\/not$/.test(keywordLocation)
        ? 'The type has no such property. Remove it.'
        : 'The type rules this value out. Change it.';
    case 'contains':
    case 'minContains':
    case 'maxContains':
      return 'The list does not have the entries that the type requires. Add or remove some.';
    case 'anyOf':
      return 'It matches none of the forms that the type allows. Change it.';
    case 'oneOf':
      return 'It must match exactly one of the forms that the type allows. Change it.';
    default:
      return 'The type does not allow this value. Change it.';
  }
}

/** Turns a validator's output into sentences: where the problem is, and what to do. */
export function plainProblems(units: readonly OutputUnit[]): readonly ContextProblem[] {
  const problems = new Map<string, ContextProblem>();
  let concluded: string | undefined;
  for (const unit of units) {
    if (problems.size >= mostProblems) break;
    const { keyword, keywordLocation, instanceLocation, error } = unit;
    if (concluded !== undefined && `${keywordLocation}/`.startsWith(`${concluded}/`)) continue;
    concluded = concluding.has(keyword) ? keywordLocation : undefined;
    if (wrapping.has(keyword)) continue;
    const path = pathOf(instanceLocation);
    const missing = keyword === 'required' ? quoted(error) : undefined;
    const problem: ContextProblem =
      missing === undefined
        ? { path, message: sentence(unit).slice(0, longestMessage) }
        : {
            path: `${path}/${missing.replaceAll('~', '~0').replaceAll('/', '~1')}`,
            message: 'It is missing. Add it.',
          };
    problems.set(`${problem.path}\n${problem.message}`, problem);
  }
  return [...problems.values()];
}
