import './links.css';
import { ArrowUpRight, MessageSquarePlus } from 'lucide-react';
import { use } from 'react';
import { navigate } from '../navigation/use-route.ts';
import { ArtifactLink } from './artifact-link.tsx';
import { liveLinkOf } from './live-link.ts';
import { CanSuggestContext } from './links-context.ts';
import { suggestText } from './suggested-text.ts';

/** A link in a text that the shell follows itself. */
export function ShownLink({
  href,
  label,
  isAlone,
}: {
  readonly href: string;
  readonly label: string;
  readonly isAlone: boolean;
}) {
  const canSuggest = use(CanSuggestContext);
  const link = liveLinkOf(href);
  switch (link?.kind) {
    case 'artifact':
      return <ArtifactLink id={link.id} label={label} look={isAlone ? 'card' : 'chip'} />;
    case 'say':
      if (!canSuggest) return label || link.text;
      return (
        // The label may say anything; the title has the words that would be sent.
        <button
          type="button"
          className="link-chip"
          data-kind="say"
          title={link.text}
          onClick={() => suggestText(link.text)}
        >
          <MessageSquarePlus aria-hidden />
          <span>{label || link.text}</span>
        </button>
      );
    case 'place':
      return (
        <button type="button" className="link-chip" data-kind="place" onClick={() => navigate(link.route)}>
          <span>{label || link.route.page}</span>
          <ArrowUpRight aria-hidden />
        </button>
      );
    default:
      return label;
  }
}
