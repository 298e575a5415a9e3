import type { McpUiStyles } from '@modelcontextprotocol/ext-apps/app-bridge';

const tones = ['info', 'danger', 'success', 'warning'];
const grounds = ['primary', 'secondary', 'tertiary', 'inverse', 'ghost', ...tones, 'disabled'];
const rings = ['primary', 'secondary', 'inverse', ...tones];
const textSizes = ['xs', 'sm', 'md', 'lg'];
const headingSizes = [...textSizes, 'xl', '2xl', '3xl'];
const each = (names: readonly string[], make: (name: string) => string): readonly string[] => names.map(make);

/** The variables that MCP Apps hosts may give to Views. */
export const styleVariableNames: readonly string[] = [
  ...each(grounds, (name) => `--color-background-${name}`),
  ...each(grounds, (name) => `--color-text-${name}`),
  ...each(grounds, (name) => `--color-border-${name}`),
  ...each(rings, (name) => `--color-ring-${name}`),
  '--font-sans',
  '--font-mono',
  ...each(['normal', 'medium', 'semibold', 'bold'], (name) => `--font-weight-${name}`),
  ...each(textSizes, (name) => `--font-text-${name}-size`),
  ...each(textSizes, (name) => `--font-text-${name}-line-height`),
  ...each(headingSizes, (name) => `--font-heading-${name}-size`),
  ...each(headingSizes, (name) => `--font-heading-${name}-line-height`),
  ...each(['xs', 'sm', 'md', 'lg', 'xl', 'full'], (name) => `--border-radius-${name}`),
  '--border-width-regular',
  ...each(['hairline', 'sm', 'md', 'lg'], (name) => `--shadow-${name}`),
];

/** The variables of the shell's own style sheet, with colors for both themes; computed styles would have only one. */
export function readStyleVariables(styleSheet: string): McpUiStyles {
  const values = new Map(
    [...styleSheet.matchAll(/(--[\w-]+):([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const entries = styleVariableNames.flatMap((name) => {
    const value = values.get(name)?.trim().replace(/\s+/g, ' ');
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries) as McpUiStyles;
}
