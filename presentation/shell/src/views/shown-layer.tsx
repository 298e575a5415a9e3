import './views.css';
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { ViewQuestions } from '../calls/view-questions.tsx';
import { useHost } from '../host/host-context.tsx';
import { FullscreenPanel } from './fullscreen-panel.tsx';
import { PipPanel } from './pip-panel.tsx';
import { stageOf } from './stage.ts';

/** The frames of all Views, and the panels of Views in modes of their own. */
export function ShownLayer() {
  const stage = stageOf(useHost());
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = layer;
    return current ? stage.attach(current) : undefined;
  }, [stage]);
  const pip = useSyncExternalStore(stage.subscribe, () => stage.viewIn('pip'));
  const fullscreen = useSyncExternalStore(stage.subscribe, () => stage.viewIn('fullscreen'));
  return (
    <>
      {pip && <PipPanel key={pip.id} stage={stage} view={pip} />}
      {fullscreen && <FullscreenPanel key={fullscreen.id} stage={stage} view={fullscreen} />}
      <div ref={layer} className="view-layer" />
      <ViewQuestions />
    </>
  );
}
