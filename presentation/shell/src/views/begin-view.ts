import type { ShellHost } from '../host/shell-host.ts';
import { toolCallViewId } from './identity.ts';
import { stageOf } from './stage.ts';
import { ToolCallSubject, type ToolCallPlace } from './tool-call-subject.ts';

/** Starts a View before it has a slot. */
export function beginView(host: ShellHost, place: ToolCallPlace): void {
  const stage = stageOf(host);
  stage.begin(
    stage.summon(toolCallViewId(place.chat, place.toolCall), () => new ToolCallSubject(host, place)),
  );
}
