import type { TypeExplanation } from '@loggia/protocol';
import { Badge, Note } from '../ui/states.tsx';

/** Why an artifact is shown the way it is: who owns its type, who else would, and which rule decided. */
export function TypeReason({ explanation }: { readonly explanation: TypeExplanation }) {
  const { type, rule, steps, claims, problems } = explanation;
  return (
    <div className="details-reason">
      <p>
        {ownerSentence(type)} {viewerSentence(type)}
      </p>
      {type?.problem !== undefined && <Note tone="warning">{type.problem}</Note>}
      {problems.map((problem) => (
        <Note key={problem} tone="warning">
          {problem}
        </Note>
      ))}
      <div>
        <h4>
          How that was decided <Badge>{rule}</Badge>
        </h4>
        <ol className="details-steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      {claims.length > 0 && (
        <div>
          <h4>Who knows this type</h4>
          <ul className="details-claims">
            {claims.map(({ server, name, trust, verdict }) => (
              <li key={`${server} ${verdict}`}>
                <strong>{name}</strong>
                <Badge tone={trust === 'untrusted' ? 'warning' : 'success'}>{trust}</Badge>
                <span>{verdict}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function ownerSentence(type: TypeExplanation['type']): string {
  if (!type) return 'Nobody here knows this type.';
  if (type.owner.kind === 'platform') return 'The type is a standard one, which Loggia knows by itself.';
  if (type.owner.kind === 'server') return `The type belongs to the server “${nameIn(type.owner)}”.`;
  return 'Nobody owns this type.';
}

function viewerSentence(type: TypeExplanation['type']): string {
  if (!type?.viewer) return 'So it can be downloaded, and not be shown.';
  if (type.viewer.kind === 'native') return 'It is shown by the shell itself.';
  return 'It is shown by a View of that server.';
}

function nameIn(owner: object): string {
  return (owner as { readonly name?: string }).name ?? 'of an unknown name';
}
