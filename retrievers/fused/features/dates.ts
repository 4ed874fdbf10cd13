import { dayAffinity, monthAffinity } from '../../date-affinity.ts';
import type { DateMention } from '../../date-affinity.ts';
import type { Stamp } from '../../../locomo/dates.ts';
import type { Feature } from '../feature.ts';

/** Whether a turn was said in a month that the question names, or in the one after. */
export const sessionMonth: Feature = nearness('sessionMonth', monthAffinity);

/** How near a turn was said to a day that the question names. */
export const sessionDay: Feature = nearness('sessionDay', dayAffinity);

function nearness(name: string, affinity: (date: DateMention, stamp: Stamp) => number): Feature {
  return {
    name,
    open:
      ({ sittings, turns }) =>
      ({ dates }) => {
        const bySitting = sittings.map(({ stamp }) =>
          stamp === undefined ? 0 : dates.reduce((best, date) => Math.max(best, affinity(date, stamp)), 0),
        );
        return Float64Array.from(turns, ({ sitting }) => bySitting[sitting] ?? 0);
      },
  };
}
