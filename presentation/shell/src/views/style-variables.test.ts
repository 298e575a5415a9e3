import { McpUiHostStylesSchema } from '@modelcontextprotocol/ext-apps/app-bridge';
import { expect, test } from 'vitest';
import { readStyleVariables, styleVariableNames } from './style-variables.ts';

test('E5: these are all the names of the standard, and no others', () => {
  const named = (names: readonly string[]) => ({
    variables: Object.fromEntries(names.map((name) => [name, 'x'])),
  });
  expect(new Set(styleVariableNames).size).toBe(76);
  expect(McpUiHostStylesSchema.safeParse(named(styleVariableNames)).success).toBe(true);
  expect(McpUiHostStylesSchema.safeParse(named([...styleVariableNames, '--accent'])).success).toBe(false);
});

test('E5: values are taken as they are written, for both themes; what is not of the standard is left out', () => {
  const sheet = `:root {
    --color-text-primary: light-dark(#26221e, #f0ece6);
    --font-sans:
      'Inter', system-ui,
      sans-serif;
    --accent: red;
  }`;
  expect(readStyleVariables(sheet)).toEqual({
    '--color-text-primary': 'light-dark(#26221e, #f0ece6)',
    '--font-sans': "'Inter', system-ui, sans-serif",
  });
});
