import { artifactLink, placeLink, sayLink } from '@loggia/protocol';
import type { Phrases } from '../phrases/english.ts';
import { plain } from './markdown.ts';

/** Opens an artifact. Alone in a paragraph or a list item, it is a card in the shell. */
export function toArtifact({ id, title }: { readonly id: string; readonly title: string }): string {
  return `[${plain(title)}](${artifactLink(id)})`;
}

/** Something to say next. Following it only fills in the composer. */
export function toSay(text: string, label = text): string {
  return `[${plain(label)}](${sayLink(text)})`;
}

export function toPlace(label: string, page: string, ...details: readonly string[]): string {
  return `[${plain(label)}](${placeLink(page, ...details)})`;
}

export function toModels({ connectModel }: Phrases): string {
  return toPlace(connectModel, 'settings', 'models');
}

export function toServers({ addServer }: Phrases): string {
  return toPlace(addServer, 'servers');
}
