import { wildcardOver, type TypeView } from '@loggia/protocol';

export type TypeLookup = (mime: string) => TypeView | undefined;

/** How a type looks: by its own definition, else by that of its category, else as anything does. */
export function lookUpTypes(types: readonly TypeView[]): TypeLookup {
  const byMime = new Map(types.map((type) => [type.mime, type]));
  return (mime) => byMime.get(mime) ?? byMime.get(wildcardOver(mime)) ?? byMime.get('*/*');
}

/** The names of colors that definitions may use, one tone for each theme. */
const tokens: Readonly<Record<string, string>> = {
  accent: 'var(--accent)',
  neutral: 'var(--color-text-tertiary)',
  grey: 'var(--color-text-tertiary)',
  gray: 'var(--color-text-tertiary)',
  red: 'light-dark(#c2382d, #f08c82)',
  orange: 'light-dark(#b85c12, #f0a45e)',
  yellow: 'light-dark(#94710a, #e2bf52)',
  green: 'light-dark(#2f7d4f, #74c998)',
  teal: 'light-dark(#1f7a78, #68c4c1)',
  blue: 'light-dark(#2467a8, #7fb8ec)',
  purple: 'light-dark(#7a4fb0, #bd9bea)',
  pink: 'light-dark(#b03f78, #ec93bf)',
};

/** A color of a definition as CSS takes it. Definitions come from anybody, so nothing else of them reaches a style. */
export function colorOf(color: string | undefined): string | undefined {
  if (color === undefined) return undefined;
  if (/^#[0-9a-f]{6}$/i.test(color)) return color;
  return Object.hasOwn(tokens, color) ? tokens[color] : undefined;
}
