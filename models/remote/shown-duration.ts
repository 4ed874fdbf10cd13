const units = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
];

/** A duration as people say it: `2.0 s`, `90 s`, `24 h`. */
export function shownDuration(ms: number): string {
  const unit = units.find((candidate) => ms >= 2 * candidate.ms);
  if (unit !== undefined) return `${Math.round(ms / unit.ms)} ${unit.name}`;
  const seconds = ms / 1000;
  return `${seconds < 60 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
