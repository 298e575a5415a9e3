import type { PluginFrom } from '@loggia/protocol';

/** The fields of the form that adds a plugin. */
export interface TypedPlugin {
  readonly way: PluginFrom['kind'];
  readonly path: string;
  readonly file: File | undefined;
  readonly address: string;
  readonly ref: string;
  /** The folder in an archive or repository. */
  readonly inside: string;
}

export const nothingTyped: TypedPlugin = {
  way: 'folder',
  path: '',
  file: undefined,
  address: '',
  ref: '',
  inside: '',
};

/** Whether there is enough to look at the plugin. */
export function isComplete({ way, path, file, address }: TypedPlugin): boolean {
  if (way === 'zip') return file !== undefined;
  return (way === 'folder' ? path : address).trim() !== '';
}

/** As the host takes it; `upload` sends the chosen file first. */
export async function pluginTyped(
  typed: TypedPlugin,
  upload: (file: File) => Promise<{ readonly hash: string }>,
): Promise<PluginFrom> {
  const { way, path, file, address, ref, inside } = typed;
  if (way === 'folder') return { kind: 'folder', path: path.trim() };
  const below = inside.trim() === '' ? {} : { inside: inside.trim() };
  if (way === 'git')
    return { kind: 'git', address: address.trim(), ...(ref.trim() !== '' && { ref: ref.trim() }), ...below };
  if (file === undefined) throw new Error('Choose a .zip file first.');
  const { hash } = await upload(file);
  return { kind: 'zip', content: hash, name: file.name, ...below };
}
