import type { HarnessMessage } from '@loggia/sessions/harness';

export const compactCommand = {
  name: 'compact',
  description:
    'Summarizes the conversation so far to free space. Add what the summary should keep in particular.',
};

const pattern = /^\/compact(?:\s+([\s\S]*))?$/;

/** Views give no commands. */
export function isCompactCommand({ text, view }: HarnessMessage): boolean {
  return view === undefined && pattern.test(text.trim());
}

/** The things that the summary is to keep in particular, if the user says so. */
export function focusOf({ text }: HarnessMessage): string | undefined {
  return pattern.exec(text.trim())?.[1]?.trim() || undefined;
}
