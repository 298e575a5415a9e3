import type { ServerSettings } from '@loggia/protocol';

/** The settings with what somebody filled in for the names that had no value. */
export function fillIn(settings: ServerSettings, values: Readonly<Record<string, string>>): ServerSettings {
  // In one pass, so that inserted values are not expanded again.
  const filled = (text: string): string =>
    text.replace(/\$\{input:([^{}]+)\}|\{([^{}]+)\}/g, (whole, input?: string, hint?: string) => {
      const name = input ?? hint ?? '';
      return (Object.hasOwn(values, name) ? values[name] : undefined) ?? whole;
    });
  const { args, url, env, headers } = settings;
  return {
    ...settings,
    ...(args && { args: args.map(filled) }),
    ...(url !== undefined && { url: filled(url) }),
    ...(env && { env: named(env, values, filled) }),
    ...(headers && { headers: named(headers, values, filled) }),
  };
}

/** One that is missing as a whole is named after itself; of others only a part is. */
function named(
  given: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
  filled: (text: string) => string,
): Record<string, string> {
  const entries = Object.entries(given).map(([name, text]): [string, string] => {
    const isOpen = text === '' || /^\{[\w-]+\}$/.test(text);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return [name, isOpen && value !== undefined ? value : filled(text)];
  });
  return Object.fromEntries(entries);
}
