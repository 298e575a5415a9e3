import { z } from 'zod';

const text = z.string().max(65_536);
const texts = z.record(z.string().max(1024), text);

/** How to reach a server, as the host's command that adds one takes it. */
export const settingsSchema = z.strictObject({
  type: z.enum(['stdio', 'http', 'sse']).optional(),
  command: text.optional(),
  args: z.array(text).max(1000).optional(),
  env: texts.optional(),
  cwd: text.optional(),
  url: text.optional(),
  headers: texts.optional(),
  era: z.enum(['auto', 'legacy', 'modern']).optional(),
  isolation: z.enum(['shared', 'session']).optional(),
  roots: z.enum(['session', 'none']).optional(),
  startWithinSeconds: z.number().positive().max(3600).optional(),
  callWithinSeconds: z.number().positive().max(86_400).optional(),
  sampling: z.enum(['ask', 'allow', 'deny']).optional(),
  sandbox: z
    .union([
      z.boolean(),
      z.strictObject({
        folders: z
          .array(z.strictObject({ path: text, access: z.enum(['read', 'write']).optional() }))
          .max(100)
          .optional(),
        network: z.enum(['none', 'host']).optional(),
      }),
    ])
    .optional(),
  oauth: z.strictObject({ clientId: text, clientSecret: text.optional() }).optional(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** `context` of the type. */
export const registrationSchema = z.looseObject({
  name: z.string().max(200),
  settings: settingsSchema,
});

export interface Registration {
  readonly name: string;
  readonly settings: Settings;
}

/** @throws {Error} with a sentence for the user where the context is not a usable registration */
export function registrationIn(context: unknown): Registration {
  const parsed = registrationSchema.safeParse(context);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined ? '' : ` at "/${issue.path.map(String).join('/')}": ${issue.message}`;
    throw new Error(`The registration is not complete${where}. Correct it under Settings and commit again.`);
  }
  const { name, settings } = parsed.data;
  const problem = problemsOf({ name, settings })[0];
  if (problem) throw new Error(`${problem.message} Correct it under Settings and commit again.`);
  return { name: name.trim(), settings };
}

/** The reason why a registration is refused, and the field it is about. */
export interface Problem {
  readonly field: 'name' | 'command' | 'url' | 'env' | 'headers';
  readonly message: string;
}

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

export function problemsOf({ name, settings }: Registration): Problem[] {
  const problems: Problem[] = [];
  if (name.trim() === '') problems.push({ field: 'name', message: 'Give the server a name.' });
  else if (/\p{Cc}/u.test(name))
    problems.push({ field: 'name', message: 'The name must be one line of text.' });
  const { command, url, env, headers } = settings;
  if (isRemote(settings)) {
    if (!isAddress(url ?? ''))
      problems.push({ field: 'url', message: 'Enter an address that starts with https:// or http://.' });
    for (const header of Object.keys(headers ?? {}))
      if (!headerName.test(header))
        problems.push({ field: 'headers', message: `"${header}" is not a valid header name.` });
  } else {
    if ((command ?? '').trim() === '')
      problems.push({ field: 'command', message: 'Enter the command that starts the server.' });
    for (const variable of Object.keys(env ?? {}))
      if (!variableName.test(variable))
        problems.push({
          field: 'env',
          message: `"${variable}" is not a valid variable name: use letters, digits and underscores.`,
        });
  }
  return problems;
}

export function isRemote({ type, url, command }: Settings): boolean {
  if (type !== undefined) return type !== 'stdio';
  return url !== undefined && (command ?? '') === '';
}

function isAddress(written: string): boolean {
  if (/^https?:\/\/[^\s/]*\$\{/.test(written)) return true;
  try {
    return ['http:', 'https:'].includes(new URL(written).protocol);
  } catch {
    return false;
  }
}

const secretName = /key|token|secret|passw|credential|authorization|cookie/i;

/** Names of values that look like secrets in plain text: everybody who may read the artifact can read them. */
export function openSecrets({ env, headers }: Settings): string[] {
  return Object.entries({ ...env, ...headers })
    .filter(([name, value]) => secretName.test(name) && value.trim() !== '' && !/\$\{[^}]+\}/.test(value))
    .map(([name]) => name);
}
