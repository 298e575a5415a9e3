import path from 'node:path';
import { z } from 'zod';

const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable');

/**
 * A program is looked up on the PATH, or named in full. A relative path would be looked up in the session's folder,
 * which may contain anything.
 */
const command = z
  .string()
  .min(1)
  .refine(
    (text) => path.isAbsolute(text) || !/[/\\]/.test(text),
    'must be the name of a program on the PATH, or an absolute path',
  );

const schema = z.strictObject({
  /** The id under which sessions store the agent. */
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must be lowercase letters, digits, "-", "." and "_"'),
  displayName: z.string().trim().min(1).max(100).optional(),
  command,
  args: z.array(z.string()).default([]),
  /** Variables for the program, such as its key. */
  env: z.record(variable, z.string()).default({}),
  /** The names of variables of the host's own environment that the program gets too. */
  passEnv: z.array(variable).default([]),
  /** The sign-in method that the agent wants before a session, by the agent's id for it. */
  authMethod: z.string().min(1).optional(),
  /** The folder in which the program starts; that of the session by default, which the agent is told in any case. */
  folder: z
    .string()
    .refine((text) => path.isAbsolute(text), 'must be an absolute path')
    .optional(),
  /** The command with which a person installs the program, for a message. */
  install: z.string().min(1).optional(),
  /** The oldest version of Node that runs the program. */
  node: z
    .string()
    .regex(/^\d+(\.\d+){0,2}$/, 'must be a version, such as "22"')
    .optional(),
});

export type AcpOptions = z.input<typeof schema>;
export type AcpSettings = z.output<typeof schema>;

/** Throws an error with a sentence. */
export function readOptions(options: AcpOptions): AcpSettings {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'the options';
  throw new Error(`"${where}" ${issue?.message ?? 'cannot be understood'}.`);
}

export function labelOf({ name, displayName }: Pick<AcpSettings, 'name' | 'displayName'>): string {
  return displayName ?? name;
}
