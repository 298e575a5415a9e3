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
          How this was decided <Badge>{rule}</Badge>
        </h4>
        <ol className="details-steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      {claims.length > 0 && (
        <div>
          <h4>Servers that claim this type</h4>
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
  if (!type) return 'No server here handles this type.';
  if (type.owner.kind === 'platform') return 'This is a standard type that Loggia handles itself.';
  if (type.owner.kind === 'server') return `The type belongs to the server “${nameIn(type.owner)}”.`;
  return 'No server owns this type.';
}

function viewerSentence(type: TypeExplanation['type']): string {
  if (!type?.viewer) return 'It can be downloaded but not shown.';
  if (type.viewer.kind === 'native') return 'The shell displays it.';
  return 'A View of that server displays it.';
}

function nameIn(owner: object): string {
  return (owner as { readonly name?: string }).name ?? 'with an unknown name';
}
