/** Colors. They add to words and never replace them. */
export interface Style {
  good(text: string): string;
  bad(text: string): string;
  warning(text: string): string;
  faint(text: string): string;
  strong(text: string): string;
}

const sequence = (start: number, end: number) => (text: string) =>
  text === '' ? text : `\u001b[${start}m${text}\u001b[${end}m`;
const asItIs = (text: string) => text;

const colored: Style = {
  good: sequence(32, 39),
  bad: sequence(31, 39),
  warning: sequence(33, 39),
  faint: sequence(2, 22),
  strong: sequence(1, 22),
};

export const plain: Style = { good: asItIs, bad: asItIs, warning: asItIs, faint: asItIs, strong: asItIs };

/** NO_COLOR counts when it is not empty, by its convention. */
export function styleFor(
  isTerminal: boolean | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Style {
  return isTerminal === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb' ? colored : plain;
}
