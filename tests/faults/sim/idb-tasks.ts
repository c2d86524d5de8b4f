/** In the place of fake-indexeddb's own scheduling: its tasks run in the order that the timeline draws. */
import { hasTimeline, timeline } from './timeline';

export function queueTask(run: () => void): void {
  // What a finished schedule left behind has no effect any more.
  if (hasTimeline()) timeline().task(run);
}
