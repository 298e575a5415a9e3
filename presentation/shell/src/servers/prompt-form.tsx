import './servers.css';
import type { ExtensionResult } from '@loggia/client';
import type { ServerPrompt } from '@loggia/protocol';
import { useMemo, useState, type RefObject } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { Failure } from '../ui/states.tsx';
import { useSettled } from '../ui/use-settled.ts';
import { NamedValues, type Values } from './named-values.tsx';

export type Filled = ExtensionResult<'x-loggia/getPrompt'>;

/** The servers among which the one with the prompt is found. */
export interface PromptScope {
  readonly session?: string | undefined;
}

/** Asks for the arguments of a prompt and has its server fill it in. */
export function PromptForm({
  prompt: { name, title, arguments: names, server },
  scope: { session },
  action,
  kind = 'secondary',
  first,
  onFilled,
}: {
  readonly prompt: ServerPrompt;
  readonly scope: PromptScope;
  /** The label of the button. */
  readonly action: string;
  readonly kind?: ButtonProps['kind'];
  readonly first?: RefObject<HTMLInputElement | null>;
  onFilled(filled: Filled, sent: Values): void;
}) {
  const host = useHost();
  const [values, setValues] = useState<Values>({});
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const [field, setField] = useState<string>();
  const suggested = useSuggested({ server, prompt: name, session }, field, values);
  const fill = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    try {
      const filled = await host.ask('x-loggia/getPrompt', {
        server,
        prompt: name,
        arguments: sent,
        ...(session !== undefined && { session }),
      });
      onFilled(filled, sent);
    } catch (problem) {
      setError(asError(problem));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="tool-form"
      aria-label={`Fill in ${title ?? name}`}
      onSubmit={(event) => {
        event.preventDefault();
        // Portals keep their place in React’s tree: around a dialog of the composer is the form that sends.
        event.stopPropagation();
        void fill();
      }}
    >
      <NamedValues
        names={names.map((argument) => ({
          name: argument.name,
          label: argument.title,
          help: argument.description,
          isRequired: argument.required === true,
        }))}
        values={values}
        first={first}
        suggested={suggested}
        onFocus={setField}
        change={setValues}
      />
      <div className="tool-form-foot">
        <Button kind={kind} type="submit" disabled={isBusy}>
          {isBusy ? 'Loading…' : action}
        </Button>
      </div>
      {error && <Failure error={error} />}
    </form>
  );
}

const settleMs = 150;

/** The server's suggestions for the focused field, given the values of all fields. */
function useSuggested(
  { server, prompt, session }: { readonly server: string; readonly prompt: string } & PromptScope,
  field: string | undefined,
  values: Values,
): { readonly name: string; readonly values: readonly string[] } | undefined {
  const typed = useSettled(values, settleMs);
  const { value } = useAnswer(
    'x-loggia/completePrompt',
    field === undefined
      ? undefined
      : {
          server,
          prompt,
          argument: field,
          value: typed[field] ?? '',
          arguments: Object.fromEntries(
            Object.entries(typed).filter(([name, other]) => name !== field && other !== ''),
          ),
          ...(session !== undefined && { session }),
        },
  );
  return useMemo(
    () =>
      field === undefined || value === undefined
        ? undefined
        : { name: field, values: [...new Set(value.values)] },
    [field, value],
  );
}
