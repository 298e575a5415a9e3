import { visibly } from './foreign-words.ts';
import { withGapsNamed } from './gaps.ts';

/** An attachment of foreign text: its name and kind in our words, and all of its content. */
export interface QuotedPart {
  readonly label: string;
  /** Type and size: "image/png, 12 kB". */
  readonly about: string;
  readonly text?: string;
  /** The address of a picture that needs nothing from elsewhere. */
  readonly image?: string;
}

/** Words of somebody else, with everything in sight that is in them. */
export function QuotedText({ text }: { readonly text: string }) {
  return (
    <blockquote className="confirm-quote" dir="auto">
      {withGapsNamed(visibly(text)).map((piece, index) =>
        piece.kind === 'words' ? (
          piece.text
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change
          <span key={index} className="confirm-gap">
            {piece.text}
          </span>
        ),
      )}
    </blockquote>
  );
}

export function QuotedParts({ parts }: { readonly parts: readonly QuotedPart[] }) {
  return (
    <ul className="confirm-parts" aria-label="Attached">
      {parts.map(({ label, about, text, image }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may have the same name
        <li key={index}>
          <p className="confirm-part">
            <bdi>{visibly(label)}</bdi> <span>({visibly(about)})</span>
          </p>
          {image !== undefined && <img src={image} alt={`Attached: ${visibly(label)}`} />}
          {text !== undefined && <QuotedText text={text} />}
        </li>
      ))}
    </ul>
  );
}
