import {
  annotationsUri,
  artifactOfLink,
  titleOfAnnotation,
  type Annotation,
  type Attachment,
} from '@loggia/protocol';
import { asName } from '../../ui/foreign-words.ts';

/** The subject of a comment as people call it: by its title, or by the name of the file. */
export function subjectName(annotation: Annotation): string {
  const title = titleOfAnnotation(annotation);
  if (title !== undefined) return asName(title);
  const { resource } = annotation;
  if (artifactOfLink(resource) !== undefined) return 'Artifact';
  return asName(decoded(resource).split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? resource);
}

/** People count lines from one. */
export function linesOf({ range }: Annotation): string | undefined {
  if (!range) return undefined;
  const [first, last] = [range.start.line + 1, range.end.line + 1];
  return first === last ? `Line ${first}` : `Lines ${first}–${last}`;
}

/** Attachments of a message with these comments instead of those that it had. */
export function withComments(
  attachments: readonly Attachment[],
  session: string,
  comments: readonly Annotation[],
): readonly Attachment[] {
  const resource = annotationsUri(session);
  const others = attachments.filter(({ type }) => type !== 'annotations');
  const label = comments.length === 1 ? '1 comment' : `${comments.length} comments`;
  return [...others, { type: 'annotations', label, resource, annotationIds: comments.map(({ id }) => id) }];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
