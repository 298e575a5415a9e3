import type { TypePort } from './ports.ts';

/** A file extension; neither a decimal place nor the end of a sentence. */
const ending = /\.(?=[^.]*\p{L})[^.\s]{1,16}$/u;

/** The first bytes of a file with an unknown name: text or binary. */
const heads = [Uint8Array.of(0x41), Uint8Array.of(0)];

/**
 * The name for content that is saved as a file: its title, with an extension unless the title has one that leads to the
 * same type. The title isn't yet a safe file name.
 */
export function fileNameFor(
  { workspace, type, title }: { readonly workspace: string; readonly type: string; readonly title: string },
  types: TypePort,
): string {
  const { extension } = types.resolve(workspace, type);
  if (extension === undefined) return title;
  const isNamed =
    ending.test(title) && heads.some((head) => types.typeForFile(workspace, title, head) === type);
  return isNamed ? title : `${title.replace(/[.\s]+$/u, '')}${extension}`;
}
