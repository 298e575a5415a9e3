import { wrongUsage } from '../../failure.ts';
import type { World } from '../../world.ts';

/**
 * A key from the variable that is named, from what is piped in, or from the terminal, which doesn't show it. Never from
 * an argument: the history of the shell and the list of processes would keep it.
 */
export async function readKey(
  world: World,
  {
    label,
    key,
    variable,
  }: { readonly label: string; readonly key: string; readonly variable: string | undefined },
): Promise<string | undefined> {
  if (variable !== undefined) {
    const value = world.env[variable];
    if (!value)
      throw wrongUsage(`The environment has no ${variable}. Set it to the key, or leave out --key-env.`);
    return value;
  }
  if (key === 'none') return undefined;
  const isNeeded = key === 'required';
  const typed = world.askSecret
    ? await world.askSecret(`Key for ${label}${isNeeded ? '' : ' (empty if it needs none)'}: `)
    : await world.readInput();
  const given = typed.trim();
  if (given !== '') return given;
  if (!isNeeded) return undefined;
  throw wrongUsage(
    `${label} needs a key. Pipe it in ("loggia models add … < key-file"), or name a variable with --key-env.`,
  );
}
