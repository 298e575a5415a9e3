import './forms.css';
import { globalEnvironment } from '@loggia/client';
import type { ChatInputRequest, ChatInputResponse } from '@loggia/protocol';
import { Check, ExternalLink } from 'lucide-react';
import { memo, useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/states.tsx';
import { complain } from '../../ui/toast-queue.ts';
import { withoutMarks } from '../calls/call-words.ts';
import { useKept, useScene } from '../chat/scene.tsx';
import { draftAnswer, entriesOf, fill, pageAddress, type Entries, type Entry } from './form-model.ts';
import { QuestionField } from './question-field.tsx';

const draftMs = 700;

/** A question of the agent, or of a server behind it, as a form; and afterwards what became of it. */
export const InputForm = memo(function InputForm({
  request,
  response,
}: {
  readonly request: ChatInputRequest;
  readonly response: ChatInputResponse | undefined;
}) {
  return response === undefined ? (
    <OpenForm request={request} />
  ) : (
    <ClosedForm request={request} response={response} />
  );
});

const outcomes: Readonly<Record<ChatInputResponse, string>> = {
  accept: 'Answered',
  decline: 'Skipped',
  cancel: 'Stopped',
};

function ClosedForm({
  request,
  response,
}: {
  readonly request: ChatInputRequest;
  readonly response: ChatInputResponse;
}) {
  const { message, questions = [], answers = {} } = request;
  const given = questions.flatMap((question) => {
    const answer = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined;
    if (answer === undefined || answer.state === 'skipped') return [];
    const values = Array.isArray(answer.value.value) ? answer.value.value : [answer.value.value];
    const own = 'freeformValues' in answer.value ? (answer.value.freeformValues ?? []) : [];
    const labels = 'options' in question ? question.options : [];
    const words = [...values, ...own].map(
      (value) => labels.find(({ id }) => id === value)?.label ?? wordFor(value),
    );
    return [{ id: question.id, label: question.title ?? question.message, words: words.join(', ') }];
  });
  return (
    <div className="form" data-closed>
      <p className="form-outcome">
        <Check aria-hidden />
        {outcomes[response]}
        {message !== undefined && `: ${withoutMarks(message)}`}
      </p>
      {response === 'accept' && given.length > 0 && (
        <dl className="form-given">
          {given.map(({ id, label, words }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function wordFor(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

function OpenForm({ request }: { readonly request: ChatInputRequest }) {
  const { client } = useHost();
  const { chat, answered } = useScene();
  const title = useId();
  const form = useRef<HTMLFormElement>(null);
  const { questions = [], message, url } = request;
  const [entries, setEntries] = useKept<Entries>(`${request.id} entries`, () => entriesOf(request));
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSent, setSent] = useState(false);
  const waiting = useRef(new Map<string, () => void>());
  useEffect(() => {
    const timers = waiting.current;
    return () => {
      for (const cancel of timers.values()) cancel();
    };
  }, []);
  const change = (id: string, entry: Entry): void => {
    setEntries(new Map(entries).set(id, entry));
    if (problems.has(id)) setProblems(new Map([...problems].filter(([other]) => other !== id)));
    const question = questions.find((other) => other.id === id);
    if (question === undefined) return;
    waiting.current.get(id)?.();
    waiting.current.set(
      id,
      globalEnvironment.after(draftMs, () => {
        const answer = draftAnswer(question, entry);
        client.dispatch(chat, {
          type: 'chat/inputAnswerChanged',
          requestId: request.id,
          questionId: id,
          ...(answer && { answer }),
        });
      }),
    );
  };
  const send = (response: ChatInputResponse, rest: object = {}): void => {
    for (const cancel of waiting.current.values()) cancel();
    setSent(true);
    answered(request.id);
    client
      .dispatch(chat, { type: 'chat/inputCompleted', requestId: request.id, response, ...rest })
      .settled.catch((error: unknown) => {
        setSent(false);
        complain(error);
      });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const filled = fill(request, entries);
    if (filled.kind === 'ready') return send('accept', { answers: filled.answers });
    setProblems(filled.problems);
    const [first] = filled.problems.keys();
    const index = questions.findIndex(({ id }) => id === first);
    const fields = form.current?.querySelectorAll<HTMLElement>('[data-question]');
    fields?.item(index)?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  };
  const page = pageAddress(url);
  return (
    <form
      ref={form}
      className="form"
      noValidate
      aria-labelledby={title}
      data-subject={request.id}
      data-question-of={request.id}
      tabIndex={-1}
      onSubmit={submit}
    >
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
        <div key={question.id} data-question>
          <QuestionField
            question={question}
            isSaid={questions.length === 1 && question.message === message}
            entry={entries.get(question.id) ?? { text: '', chosen: [], own: '' }}
            problem={problems.get(question.id)}
            onChange={(entry) => change(question.id, entry)}
          />
        </div>
      ))}
      <div className="form-actions">
        {page !== undefined ? (
          <Button
            kind="primary"
            type="submit"
            icon={<ExternalLink />}
            disabled={isSent}
            onClick={() => window.open(page.href, '_blank', 'noopener,noreferrer')}
          >
            Open the page
          </Button>
        ) : (
          <Button kind="primary" type="submit" disabled={isSent || url !== undefined}>
            Send
          </Button>
        )}
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
