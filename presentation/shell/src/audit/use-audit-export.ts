import { useEffect, useRef, useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { save } from '../host/save-file.ts';
import { complain, tell } from '../ui/toast-queue.ts';
import { exportAudit, type ExportFormat } from './audit-export.ts';
import { askedOf, matches, type AuditFilter } from './audit-filter.ts';

/** Reads the whole filtered list and hands it to the browser as a file. */
export function useAuditExport(filter: AuditFilter) {
  const host = useHost();
  const [progress, setProgress] = useState<{ readonly seen: number; readonly kept: number }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const begin = (format: ExportFormat): void => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setProgress({ seen: 0, kept: 0 });
    const run = async (): Promise<void> => {
      const pieces = await exportAudit({
        format,
        signal: abort.signal,
        keeps: (record) => matches(record, filter),
        page: (cursor) =>
          host.ask(
            'x-loggia/listAudit',
            { ...askedOf(filter), limit: 1000, ...(cursor !== undefined && { cursor }) },
            { signal: abort.signal },
          ),
        onProgress: (seen, kept) => setProgress({ seen, kept }),
      });
      save(`audit.${format}`, [...pieces]);
      tell('The audit was exported.');
    };
    run()
      .catch((error: unknown) => !abort.signal.aborted && complain(error))
      .finally(() => running.current === abort && setProgress(undefined));
  };
  const cancel = (): void => {
    running.current?.abort();
    running.current = undefined;
    setProgress(undefined);
  };
  return { progress, begin, cancel };
}
