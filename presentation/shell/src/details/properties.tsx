import type { Artifact } from '@loggia/protocol';
import { useEffect, useMemo, useReducer, useState } from 'react';
import type { Complaints } from '../forms/check-form.ts';
import { SchemaFields } from '../forms/schema-fields.tsx';
import { isObject, type FormHints } from '../forms/schema-form.ts';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { Failure, Note, Skeleton } from '../ui/states.tsx';
import { tell } from '../ui/toast-queue.ts';
import { FreeProperties } from './free-properties.tsx';
import { edit, propertyView, untouched, type TypeForm } from './property-model.ts';
import { useExplanation } from './type-of.ts';

/** Edits the context of an artifact: with the form of its type's schema, else by name. Saves a draft. */
export function Properties({ artifact }: { readonly artifact: Artifact }) {
  const { value, error, again } = useExplanation(artifact.workspace, artifact.type);
  const files = value?.explanation.files;
  const form = useMemo((): TypeForm => {
    const { ['schema.json']: schema, ['ui.json']: hints } = files ?? {};
    return {
      schema: isObject(schema) ? schema : undefined,
      hints: isObject(hints) ? (hints as FormHints) : {},
    };
  }, [files]);
  if (error) return <Failure error={error} retry={again} />;
  if (!value) return <Skeleton style={{ height: 200 }} />;
  return <PropertyEditor key={artifact.id} artifact={artifact} form={form} />;
}

function PropertyEditor({ artifact, form }: { readonly artifact: Artifact; readonly form: TypeForm }) {
  const host = useHost();
  const [state, dispatch] = useReducer(edit, untouched);
  const hostComplaints = useHostComplaints(artifact);
  const view = useMemo(
    () => propertyView(state, artifact, form, hostComplaints),
    [state, artifact, form, hostComplaints],
  );
  const { problem, edited } = state;
  const save = async (ifRevision: number): Promise<void> => {
    dispatch({ type: 'saveTried' });
    if (!edited || !view.canSave) return;
    dispatch({ type: 'saveStarted' });
    const { context } = edited;
    try {
      const answer = await host.ask('x-loggia/updateArtifact', {
        artifact: artifact.id,
        context,
        ifRevision,
      });
      dispatch({ type: 'saved', context, revision: answer.artifact.revision });
      tell('Properties saved as a draft.');
    } catch (error) {
      dispatch({ type: 'saveFailed', error: asError(error) });
    }
  };
  const reset = (): void => dispatch({ type: 'reset' });
  const binding = {
    value: view.context,
    complaints: view.complaints,
    isReadOnly: view.isReadOnly,
    change: (context: unknown): void => {
      if (isObject(context)) dispatch({ type: 'changed', context, revision: artifact.revision });
    },
    setJsonState: (pointer: string, is: 'valid' | 'broken'): void =>
      dispatch({ type: 'jsonTyped', pointer, state: is }),
  };
  return (
    <form
      className="details-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save(edited?.revision ?? artifact.revision);
      }}
    >
      {view.isConflict && <Conflict overwrite={() => void save(artifact.revision)} discard={reset} />}
      {problem && !view.isConflict && <Failure error={problem} />}
      {view.fields ? (
        <SchemaFields key={state.round} fields={view.fields} {...binding} />
      ) : (
        <FreeProperties key={state.round} {...binding} />
      )}
      {!view.isReadOnly && (
        <div className="details-form-foot">
          <span role="status">{view.status}</span>
          <Button disabled={!view.canReset} onClick={reset}>
            Reset
          </Button>
          <Button kind="primary" type="submit" disabled={!view.canSave}>
            {state.isSaving ? 'Saving…' : 'Save as draft'}
          </Button>
        </div>
      )}
    </form>
  );
}

function Conflict({ overwrite, discard }: { overwrite(): void; discard(): void }) {
  return (
    <Note
      tone="warning"
      actions={
        <div className="details-ways">
          <Button size="small" kind="primary" onClick={overwrite}>
            Overwrite
          </Button>
          <Button size="small" onClick={discard}>
            Discard my changes
          </Button>
        </div>
      }
    >
      The artifact has changed since you started editing. Nothing was overwritten.
    </Note>
  );
}

const none: Complaints = new Map();

function complaintsOf(
  problems: readonly { readonly path?: string | undefined; readonly message: string }[],
): Complaints {
  return new Map(problems.map(({ path = '', message }) => [path, { kind: 'invalid', text: message }]));
}

/** The problems for which the host would refuse a commit, by JSON pointer. */
function useHostComplaints(artifact: Artifact): Complaints {
  const host = useHost();
  const [found, setFound] = useState<{ readonly revision: number; readonly complaints: Complaints }>();
  const { id, revision, state } = artifact;
  useEffect(() => {
    let isWanted = true;
    if (state !== 'draft') return;
    host.ask('x-loggia/previewCommit', { artifacts: [id] }).then(
      ({ problems }) => isWanted && setFound({ revision, complaints: complaintsOf(problems) }),
      // The commit itself says what is wrong.
      () => undefined,
    );
    return () => void (isWanted = false);
  }, [host, id, revision, state]);
  return found?.revision === revision && state === 'draft' ? found.complaints : none;
}
