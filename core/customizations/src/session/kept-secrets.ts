import type { KeptSecrets, ServerSettings, StoredSecrets } from '@loggia/protocol';

type Values = Readonly<Record<string, string>>;

/** A definition for clients: without values that may be secret, but with their names. */
export function withoutSecrets(settings: ServerSettings): {
  settings: ServerSettings;
  secrets: StoredSecrets;
} {
  const { env, headers, oauth, url, ...plain } = settings;
  return {
    settings: {
      ...plain,
      ...(url !== undefined && { url: withoutCredentials(url) }),
      ...(oauth && { oauth: { clientId: oauth.clientId } }),
    },
    secrets: {
      env: Object.keys(env ?? {}).sort(),
      headers: Object.keys(headers ?? {}).sort(),
      clientSecret: oauth?.clientSecret !== undefined,
    },
  };
}

/**
 * The edited definition with the stored values that it keeps. Throws an Error with a sentence if it keeps a value that
 * isn't stored, or would send one to a different address.
 */
export function withKept(
  edited: ServerSettings,
  keep: KeptSecrets = {},
  stored: ServerSettings = {},
): ServerSettings {
  const url = keptAddress(edited.url, stored.url);
  const hasMoved = url !== stored.url;
  const secret = keep.clientSecret === true ? stored.oauth?.clientSecret : undefined;
  if (hasMoved && ((keep.headers ?? []).length > 0 || secret !== undefined))
    throw new Error(movedSentence(keep));
  const env = merged('variable', edited.env, keep.env, stored.env);
  const headers = merged('header', edited.headers, keep.headers, stored.headers);
  const { oauth } = edited;
  return {
    ...edited,
    ...(url !== undefined && { url }),
    ...(env && { env }),
    ...(headers && { headers }),
    ...(oauth && {
      oauth: {
        ...oauth,
        ...(oauth.clientSecret === undefined && secret !== undefined && { clientSecret: secret }),
      },
    }),
  };
}

/** An address that a client got without its credentials, and sends back unchanged, stands for the stored one. */
function keptAddress(edited: string | undefined, stored: string | undefined): string | undefined {
  if (edited === undefined || stored === undefined) return edited;
  return edited === withoutCredentials(stored) ? stored : edited;
}

function movedSentence({ headers = [], clientSecret }: KeptSecrets): string {
  const what = [...headers, ...(clientSecret === true ? ['the client secret'] : [])].join(', ');
  return `The address has changed, so the host doesn't send the stored values there. Enter them again: ${what}.`;
}

function merged(
  what: 'variable' | 'header',
  given: Values | undefined,
  keep: readonly string[] | undefined,
  stored: Values | undefined,
): Values | undefined {
  const kept = (keep ?? []).map((name): [string, string] => {
    const value = stored && Object.hasOwn(stored, name) ? stored[name] : undefined;
    if (value === undefined) throw new Error(`No ${what} "${name}" is stored. Enter its value.`);
    return [name, value];
  });
  if (kept.length === 0) return given;
  return { ...Object.fromEntries(kept), ...given };
}

export function withoutCredentials(url: string): string {
  try {
    const parsed = new URL(url);
    if (parsed.username === '' && parsed.password === '') return url;
    parsed.username = '';
    parsed.password = '';
    return parsed.href;
  } catch {
    return url;
  }
}
