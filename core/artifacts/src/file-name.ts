import type { TypePort } from './ports.ts';

/** What a name may end with to tell what it is; neither a decimal place nor the end of a sentence. */
const ending = /\.(?=[^.]*\p{L})[^.\s]{1,16}$/u;

/** What a file may begin with that nobody knows by its name: it is text, or it is not. */
const heads = [Uint8Array.of(0x41), Uint8Array.of(0)];

/**
 * The name for content that is saved as a file: its title, and an ending wherever the title does not end in one by which
 * the same type would be found again. A title is no safe name yet.
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
