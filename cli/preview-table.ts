import type { StepPreview } from '../engine/run/preview.ts';
import { alignLeft } from '../report/columns.ts';
import { counted } from '../report/counted.ts';

/** What each step would do, as a table of text. */
export function previewTable(previews: readonly StepPreview[]): string {
  const rows = previews.map((preview) => {
    switch (preview.state) {
      case 'cached':
        return [preview.step, 'in the store', counted(preview.items, 'item'), ''];
      case 'run':
        return [
          preview.step,
          'runs',
          counted(preview.items, 'item'),
          `${preview.cached} of them finished before`,
        ];
      case 'waits':
        return [preview.step, 'runs', 'items unknown', `waits for ${preview.for.join(', ')}`];
    }
  });
  return alignLeft([['step', 'would', 'work', 'note'], ...rows]);
}
