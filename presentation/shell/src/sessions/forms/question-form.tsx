import './forms.css';
import { ExternalLink } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import type { QuestionFormProps } from '../../calls/question-form-slot.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/states.tsx';
import { withoutMarks } from '../calls/call-words.ts';
import { entriesOf, fill, pageAddress } from './form-model.ts';
import { QuestionField } from './question-field.tsx';

/** A server's question outside a conversation: the same fields, answered at once instead of kept as a draft. */
export function QuestionForm({ request, onAnswer }: QuestionFormProps) {
  const title = useId();
  const { questions = [], message, url } = request;
  const [entries, setEntries] = useState(() => entriesOf(request));
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSent, setSent] = useState(false);
  const page = pageAddress(url);
  const send: QuestionFormProps['onAnswer'] = (response, answers) => {
    setSent(true);
    onAnswer(response, answers);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // It may stand inside the form of the tool that is tried.
    event.stopPropagation();
    const filled = fill(request, entries);
    if (filled.kind === 'ready') send('accept', filled.answers);
    else setProblems(filled.problems);
  };
  return (
    <form className="form" noValidate aria-labelledby={title} onSubmit={submit}>
      <h4 id={title}>{withoutMarks(message ?? 'A question for you')}</h4>
      {url !== undefined && page === undefined && (
        <Note tone="warning">The address {url} is not a web address, so it can’t be opened.</Note>
      )}
      {page !== undefined && (
        <p className="form-page">
          Opens in a new tab: <strong>{page.host}</strong>
          <span>{page.href}</span>
        </p>
      )}
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          isSaid={questions.length === 1 && question.message === message}
          entry={entries.get(question.id) ?? { text: '', chosen: [], own: '' }}
          problem={problems.get(question.id)}
          onChange={(entry) => setEntries((before) => new Map(before).set(question.id, entry))}
        />
      ))}
      <div className="form-actions">
        <Button
          kind="primary"
          type="submit"
          icon={page && <ExternalLink />}
          disabled={isSent || (url !== undefined && page === undefined)}
          onClick={() => page && window.open(page.href, '_blank', 'noopener,noreferrer')}
        >
          {page === undefined ? 'Send' : 'Open the page'}
        </Button>
        <Button disabled={isSent} onClick={() => send('decline')}>
          Skip
        </Button>
        <Button kind="quiet" disabled={isSent} onClick={() => send('cancel')}>
          Stop
        </Button>
      </div>
    </form>
  );
}
