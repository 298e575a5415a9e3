import { createContext } from 'react';
import type { ShellHost } from '../host/shell-host.ts';

/** Finds the artifact that a picture is named after; undefined where the text stands on no desk. */
export type FindByName = (name: string) => Promise<string | undefined>;

export const PictureNames = createContext<FindByName | undefined>(undefined);

/**
 * The name of a file that an address without a scheme ends with: a desk has no folders. Undefined for addresses that
 * lead elsewhere, and for places on the host.
 */
export function fileNameIn(address: string): string | undefined {
  if (address === '' || address.length > 1000 || /^(?:[a-z][a-z\d+.-]*:|[/\\#?])/i.test(address))
    return undefined;
  const path = address.replace(/[?#].*$/s, '');
  const name = decoded(path.split(/[/\\]/).at(-1) ?? '').trim();
  return name === '' || name === '.' || name === '..' ? undefined : name;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The most pages of artifacts that are searched for a name. */
const mostPages = 10;

/** Looks through the artifacts of a workspace, those that changed last first. */
export async function findByTitle(
  host: Pick<ShellHost, 'ask'>,
  workspace: string,
  title: string,
): Promise<string | undefined> {
  let cursor: string | undefined;
  let similar: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const more = cursor === undefined ? {} : { cursor };
    const { artifacts, nextCursor } = await host.ask('x-loggia/listArtifacts', {
      workspace,
      limit: 500,
      ...more,
    });
    const same = artifacts.find((artifact) => artifact.title === title);
    if (same) return same.id;
    similar ??= artifacts.find((artifact) => artifact.title.toLowerCase() === title.toLowerCase())?.id;
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  return similar;
}
